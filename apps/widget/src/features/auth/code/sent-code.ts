import { browserStore } from '../../../lib/session/browser-store.ts';

const key = 'causeway.signin-code';
/** As long as the server takes a code. */
const lifetimeMs = 10 * 60_000;

/** A code that is under way. */
export interface SentCode {
  /** Names it to the server; useless without the code. */
  uuid: string;
  email: string;
  sentAt: number;
  /** When another one may be asked for. */
  nextAt: number;
}

// On a phone the page is often loaded again after a look into the mailbox.
const store = () => browserStore(window, 'sessionStorage');

export function keepSentCode(sent: SentCode): void {
  store().set(key, JSON.stringify(sent));
}

export function forgetSentCode(): void {
  store().remove(key);
}

/** The code that this tab has asked for, while it is good. */
export function readSentCode(now: number): SentCode | undefined {
  return parseSentCode(store().get(key), now);
}

/** What was kept, if it is whole and young enough. */
export function parseSentCode(text: string | undefined, now: number): SentCode | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isSentCode(value) && now < value.sentAt + lifetimeMs ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSentCode(value: unknown): value is SentCode {
  if (typeof value !== 'object' || value === null) return false;
  const part = (name: keyof SentCode): unknown => Reflect.get(value, name);
  const hasTexts = typeof part('uuid') === 'string' && typeof part('email') === 'string';
  return hasTexts && typeof part('sentAt') === 'number' && typeof part('nextAt') === 'number';
}
