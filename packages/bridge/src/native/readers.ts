import { isFlag, isText, isWebAddress, nullable } from '../shared/guards.ts';
import { isCount, isLine, isListOf, isPath, isToken, oneOf } from './native-guards.ts';
import { nativeFaults, type NativeEvents, type NativeNotices } from './protocol.ts';
import {
  biometricKinds,
  permissionKinds,
  permissionStates,
  vibrations,
  type NativeAnswers,
  type NativeCalls,
} from './native-calls.ts';
import { payloadReader, type PayloadReader } from './read-payload.ts';

type Readers<Payloads> = { [Name in keyof Payloads]: PayloadReader<Payloads[Name]> };

const nothing = payloadReader<Record<string, never>>({});
const name = isText(64);

/** Reads what the page gives with a call. */
export const callReaders: Readers<NativeCalls> = {
  'permissions-request': payloadReader({ permission: oneOf(permissionKinds) }),
  'biometrics-check-status': nothing,
  'biometrics-authenticate': payloadReader({ reason: isText(200) }),
  'biometrics-update': payloadReader({ token: nullable(isToken), expiresAt: nullable(isCount) }),
  'biometrics-is-token-exists': nothing,
  'biometrics-request-token': nothing,
  'biometrics-get': nothing,
  'device-info-get': payloadReader({ versions: isListOf(isCount) }),
  'push-token-get': nothing,
  'oauth-close': nothing,
  'oauth-authenticate': payloadReader({ provider: name, nonce: isText(128) }),
  'settings-open': nothing,
  'device-vibrate': payloadReader({ kind: oneOf(vibrations) }),
  'app-version-get': nothing,
};

/** Reads what the shell answers. */
export const answerReaders: Readers<NativeAnswers> = {
  'permissions-request': payloadReader({ state: oneOf(permissionStates) }),
  'biometrics-check-status': payloadReader({ kind: oneOf(biometricKinds), isEnrolled: isFlag }),
  'biometrics-authenticate': payloadReader({ isConfirmed: isFlag }),
  'biometrics-update': payloadReader({ isSaved: isFlag }),
  'biometrics-is-token-exists': payloadReader({ exists: isFlag }),
  'biometrics-request-token': payloadReader({ token: nullable(isToken) }),
  'biometrics-get': payloadReader({ isEnabled: isFlag }),
  'device-info-get': payloadReader({
    version: isCount,
    deviceId: name,
    deviceName: isLine(120),
    platform: isLine(40),
    isOwnApp: isFlag,
    handlers: isListOf(name),
    oauthProviders: isListOf(name),
  }),
  'push-token-get': payloadReader({ token: nullable(isToken) }),
  'oauth-close': nothing,
  'oauth-authenticate': payloadReader({ token: nullable(isToken) }),
  'settings-open': nothing,
  'device-vibrate': nothing,
  'app-version-get': payloadReader({ version: isText(20), build: isCount }),
};

/** Reads what the shell says by itself. */
export const eventReaders: Readers<NativeEvents> = {
  'back-pressed': nothing,
  'back-taken': payloadReader({ offer: isCount }),
  'push-token-changed': payloadReader({ token: isToken }),
  'link-opened': payloadReader({ path: isPath }),
};

/** Reads what the page says without waiting for an answer. */
export const noticeReaders: Readers<NativeNotices> = {
  'back-offered': payloadReader({ offer: isCount }),
  'back-empty': nothing,
  'open-outside': payloadReader({ url: isWebAddress }),
};

export const isFault = oneOf(nativeFaults);
