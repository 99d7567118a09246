import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** What either call of the browser wants. */
type OptionsJson = PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON;

/** Errors of a passkey that need no message: the person stopped it, or the browser refuses it here. */
const stops: ReadonlySet<string> = new Set(['NotAllowedError', 'AbortError', 'InvalidStateError', 'SecurityError']);

/** Whether the browser knows passkeys. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/**
 * Whether the browser allows making a passkey here: a frame needs the permission of the page around, which only
 * Chromium reports.
 */
export function canMakePasskeys(isFramed: boolean): boolean {
  return !isFramed || document.featurePolicy?.allowsFeature('publickey-credentials-create') === true;
}

/**
 * Has a passkey sign for a log-in, with options as the server gave them.
 *
 * @returns what the server wants to see; `undefined` when it was stopped
 */
export async function signByPasskey(options: string): Promise<string | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return unlessStopped(startAuthentication({ optionsJSON: readOptions(options) }));
}

/** Makes a passkey, with options as the server gave them. @returns as above */
export async function makePasskey(options: string): Promise<string | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return unlessStopped(startRegistration({ optionsJSON: readOptions(options) }));
}

async function unlessStopped(answer: Promise<unknown>): Promise<string | undefined> {
  try {
    return JSON.stringify(await answer);
  } catch (error) {
    if (error instanceof Error && stops.has(error.name)) return undefined;
    throw error;
  }
}

function readOptions(text: string): OptionsJson {
  const value: unknown = JSON.parse(text);
  if (!isOptions(value)) throw new Error('What should be options of a passkey is something else.');
  return value;
}

/** The browser looks at the rest, member by member. */
function isOptions(value: unknown): value is OptionsJson {
  return typeof value === 'object' && value !== null && 'challenge' in value;
}
