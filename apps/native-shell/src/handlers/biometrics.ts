import { BiometryType, NativeBiometric } from '@capgo/capacitor-native-biometric';
import type { BiometricKind } from '@causeway/bridge/native/native-calls';
import type { NativeHandlers } from '@causeway/bridge/native/serve-page';

type Names =
  | 'biometrics-check-status'
  | 'biometrics-authenticate'
  | 'biometrics-update'
  | 'biometrics-is-token-exists'
  | 'biometrics-request-token'
  | 'biometrics-get';

const kinds: Partial<Record<BiometryType, BiometricKind>> = {
  [BiometryType.NONE]: 'none',
  [BiometryType.FACE_ID]: 'face',
  [BiometryType.FACE_AUTHENTICATION]: 'face',
  [BiometryType.TOUCH_ID]: 'finger',
  [BiometryType.FINGERPRINT]: 'finger',
};

/** Keychain and keystore hold the token; it is released after the owner was recognised, once for each recognition. */
export function biometricHandlers(server: string): Pick<Required<NativeHandlers>, Names> {
  let isUnlocked = false;
  return {
    async 'biometrics-check-status'() {
      const { isAvailable, biometryType } = await NativeBiometric.isAvailable();
      return { kind: kinds[biometryType] ?? 'other', isEnrolled: isAvailable };
    },
    async 'biometrics-authenticate'({ reason }) {
      isUnlocked = await NativeBiometric.verifyIdentity({ reason, title: reason }).then(
        () => true,
        () => false,
      );
      return { isConfirmed: isUnlocked };
    },
    async 'biometrics-update'({ token }) {
      if (token === null) await NativeBiometric.deleteCredentials({ server });
      else await NativeBiometric.setCredentials({ server, username: 'biometric-token', password: token });
      return { isSaved: true };
    },
    async 'biometrics-is-token-exists'() {
      return { exists: (await NativeBiometric.isCredentialsSaved({ server })).isSaved };
    },
    async 'biometrics-request-token'() {
      if (!isUnlocked) return { token: null };
      isUnlocked = false;
      return { token: (await NativeBiometric.getCredentials({ server })).password };
    },
    // A token is kept only after the person has agreed to it.
    async 'biometrics-get'() {
      return { isEnabled: (await NativeBiometric.isAvailable()).isAvailable };
    },
  };
}
