import type { Nothing } from './native-calls.ts';

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

export type NativeEventName = keyof NativeEvents;
export type NativeNoticeName = keyof NativeNotices;

/** An event with its payload tied to it, so that a `switch` on `event` narrows the payload. */
export type NativeEvent = { [E in NativeEventName]: { event: E; payload: NativeEvents[E] } }[NativeEventName];
export type NativeNotice = { [N in NativeNoticeName]: { notice: N; payload: NativeNotices[N] } }[NativeNoticeName];

/** Why a shell could not do what it was asked. */
export const nativeFaults = ['unknown', 'malformed', 'failed'] as const;
export type NativeFault = (typeof nativeFaults)[number];
