import { takeCounters, type TakenTry } from '../../budgets/take-try.ts';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { LetterTemplate } from './templates.ts';

/** What letters to one address are counted as; each kind has its own part of the cap, so that none crowds another out. */
export type LetterKind = 'news' | 'code' | 'question' | 'security';

const hour = 3600;

/**
 * Letters an hour to one address, whoever causes them. Strangers can cause news (orders under an address that they typed)
 * and codes (registering, recovery); what the client must answer for an order to go on is not crowded out by either.
 */
export const letterCaps: Readonly<Record<Exclude<LetterKind, 'security'>, number>> = {
  news: 16,
  code: 6,
  question: 20,
};

/** The kind of every letter. Security letters have no cap: `takeLetter` says why. */
export const letterKinds: Readonly<Record<LetterTemplate, LetterKind>> = {
  'email-code': 'code',
  'new-email-code': 'code',
  'password-reset': 'code',
  'owner-code': 'code',
  'email-changed': 'security',
  'phone-changed': 'security',
  'biometrics-on': 'security',
  'password-changed': 'security',
  'two-factor-on': 'security',
  'two-factor-off': 'security',
  'authenticator-off': 'security',
  'passkey-added': 'security',
  'passkey-removed': 'security',
  'login-joined': 'security',
  'new-device': 'security',
  'order-code': 'question',
  'payment-partial': 'question',
  'decision-asked': 'question',
  'order-created': 'news',
  'payment-received': 'news',
  'order-sent': 'news',
  'order-finished': 'news',
  'order-refunded': 'news',
  'order-canceled': 'news',
  'order-expired': 'news',
};

/**
 * Counts a letter before it is sent.
 *
 * @returns `undefined` when its address has had as many of its kind as it may have
 */
export async function takeLetter(
  context: Pick<AppContext, 'config' | 'clock' | 'db'>,
  template: LetterTemplate,
  recipient: string,
): Promise<TakenTry | undefined> {
  const kind = letterKinds[template];
  // Only who has shown the account's own secrets causes one, and its owner must learn of it however many came before.
  if (kind === 'security') return { giveBack: async () => {} };
  const counter = { what: `letter ${kind}`, by: 'recipient', value: recipient.toLowerCase() };
  try {
    return await takeCounters(context, [{ ...counter, tries: letterCaps[kind], seconds: hour }]);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
