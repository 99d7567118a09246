/** What a person may have to permit. */
export const permissionKinds = ['camera', 'files', 'notifications'] as const;
export type PermissionKind = (typeof permissionKinds)[number];

/** `blocked`: only the device's settings can change it, so asking again shows nothing. */
export const permissionStates = ['granted', 'denied', 'blocked'] as const;
export type PermissionState = (typeof permissionStates)[number];

export const biometricKinds = ['face', 'finger', 'other', 'none'] as const;
export type BiometricKind = (typeof biometricKinds)[number];

export const vibrations = ['tap', 'success', 'warning', 'error'] as const;
export type Vibration = (typeof vibrations)[number];

/** An empty payload. */
export type Nothing = Record<string, never>;

/** What the page gives with each call (4.13-05). */
export interface NativeCalls {
  'permissions-request': { permission: PermissionKind };
  'biometrics-check-status': Nothing;
  /** `reason` is shown by the device, in the language of the page. */
  'biometrics-authenticate': { reason: string };
  /** Keeps a token behind the device's lock; `token` null forgets the one that is kept. `expiresAt` is Unix seconds. */
  'biometrics-update': { token: string | null; expiresAt: number | null };
  'biometrics-is-token-exists': Nothing;
  'biometrics-request-token': Nothing;
  'biometrics-get': Nothing;
  'device-info-get': { versions: number[] };
  'push-token-get': Nothing;
  'oauth-close': Nothing;
  /** `provider` is a code of the operator's, such as `google`; `nonce` must be in the token that comes back. */
  'oauth-authenticate': { provider: string; nonce: string };
  'settings-open': Nothing;
  'device-vibrate': { kind: Vibration };
  'app-version-get': Nothing;
}

/** What the shell answers. */
export interface NativeAnswers {
  'permissions-request': { state: PermissionState };
  /** What the device can do, and whether its owner has set it up. */
  'biometrics-check-status': { kind: BiometricKind; isEnrolled: boolean };
  /** False when the person declined. */
  'biometrics-authenticate': { isConfirmed: boolean };
  'biometrics-update': { isSaved: boolean };
  'biometrics-is-token-exists': { exists: boolean };
  /** The kept token; null without one, or when the device is not unlocked by `biometrics-authenticate`. */
  'biometrics-request-token': { token: string | null };
  /** Whether the person lets this app sign in by biometrics. */
  'biometrics-get': { isEnabled: boolean };
  'device-info-get': {
    /** The version to go on with. */
    version: number;
    /** Stable over the life of the installation, 1 to 64 characters. */
    deviceId: string;
    deviceName: string;
    /** `ios`, `android`, or the name of another system, to which no notifications go but those of a browser: `web`. */
    platform: string;
    /** The operator's own app, and not one of a partner. */
    isOwnApp: boolean;
    /** Calls that this shell answers; the page offers nothing that needs another one. */
    handlers: string[];
    /** Codes of the sign-in providers that this app supports. */
    oauthProviders: string[];
  };
  /** Null while the person has not allowed notifications. */
  'push-token-get': { token: string | null };
  'oauth-close': Nothing;
  /** The provider's ID token, for C-07; null when the person declined. */
  'oauth-authenticate': { token: string | null };
  'settings-open': Nothing;
  'device-vibrate': Nothing;
  'app-version-get': { version: string; build: number };
}

export type NativeName = keyof NativeCalls;

/**
 * Timeouts of the calls that wait for a person: one who reads a question of the device, or types at a sign-in provider.
 */
export const PERSON_TIMEOUTS: Readonly<Partial<Record<NativeName, number>>> = {
  'permissions-request': 60_000,
  'biometrics-authenticate': 60_000,
  'biometrics-update': 60_000,
  'biometrics-request-token': 60_000,
  'oauth-authenticate': 600_000,
};

/** A call as the shell receives it. */
export type NativeCall = { [N in NativeName]: { id: number; name: N; payload: NativeCalls[N] } }[NativeName];
