/**
 * The native-shell protocol: what the widget asks of the app around it, as JSON text both ways. `page` is the widget,
 * loaded as a page of its own
 * in the app's web view; it is never spoken in a frame.
 *
 *   page                                            shell
 *     ── call {id, name, payload} ─────────────────▶   `window.causewayShell.postMessage(text)`
 *     ◀── answer {id, result} or {id, error} ──────   `window.causewayPage.receive(text)`
 *     ◀── event {event, payload} ──────────────────   a key of the device, a new push token, an opened link
 *     ── notice {notice, payload} ─────────────────▶   news that wants no answer
 *
 * The first call is always `device-info-get`: it carries the versions that the page speaks, and its answer the one to
 * go on with. The unions are
 * closed: what is not listed is ignored.
 */

/** The newest version this code speaks; also the marker in each envelope. */
export const NATIVE_VERSION = 1;

/** Every version this code can fall back to, newest first. */
export const SPOKEN_NATIVE_VERSIONS: readonly number[] = [NATIVE_VERSION];

/** Milliseconds between two looks for the object that the shell injects (4.13-06). */
export const SHELL_POLL = 200;

/** Milliseconds after which a call without an answer fails. */
export const CALL_TIMEOUT = 10_000;

/** Milliseconds that the app has to take a back press for itself (4.13-07). */
export const BACK_WAIT = 500;

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

/** Events that the shell sends without being asked. */
export interface NativeEvents {
  /** The device's own back key or gesture. */
  'back-pressed': Nothing;
  /** The app has taken the back press that the page offered. */
  'back-taken': { offer: number };
  'push-token-changed': { token: string };
  /** The app was opened by a link of the product: a path with its query. */
  'link-opened': { path: string };
}

/** Messages of the page that need no answer. */
export interface NativeNotices {
  /** A back press is the app's to take within 500 ms, by `back-taken` with this number. */
  'back-offered': { offer: number };
  /** Nothing is left to go back to: the app may move to the background. */
  'back-empty': Nothing;
  /** A URL that belongs in the device's browser. */
  'open-outside': { url: string };
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
export type NativeEventName = keyof NativeEvents;
export type NativeNoticeName = keyof NativeNotices;

/** An event with its payload tied to it, so that a `switch` on `event` narrows the payload. */
export type NativeEvent = { [E in NativeEventName]: { event: E; payload: NativeEvents[E] } }[NativeEventName];
export type NativeNotice = { [N in NativeNoticeName]: { notice: N; payload: NativeNotices[N] } }[NativeNoticeName];
/** A call as the shell receives it. */
export type NativeCall = { [N in NativeName]: { id: number; name: N; payload: NativeCalls[N] } }[NativeName];

/** Why a shell could not do what it was asked. */
export const nativeFaults = ['unknown', 'malformed', 'failed'] as const;
export type NativeFault = (typeof nativeFaults)[number];
