import { type TakenTry, takeCounters } from '../../budgets/take-try.ts';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { type LetterTemplate, letterTemplateName } from './templates.ts';
import { toLanguage } from '@causeway/domain/languages/languages';
import { z } from 'zod';
import { deriveKeys } from '../../secrets/derive-key.ts';
import { openText } from '../../secrets/seal-text.ts';
import { tellSecurity } from '../../security-log/log-security-event.ts';
import { renderLetter } from './render-letter.ts';
import { listUnsentLetters, markLetterWithheld, markLettersSent } from './store.ts';

/** What letters to one address are counted as; each kind has its own part of the cap, so that none crowds another out. */
type LetterKind = 'news' | 'code' | 'question' | 'security';

const hour = 3600;

/**
 * Letters an hour to one address, whoever causes them. Strangers can cause news (orders under an address that they typed)
 * and codes (registering, recovery); what the client must answer for an order to go on is not crowded out by either.
 */
const letterCaps: Readonly<Record<Exclude<LetterKind, 'security'>, number>> = {
  news: 16,
  code: 6,
  question: 20,
};

/** The kind of every letter. Security letters have no cap: `takeLetter` says why. */
const letterKinds: Readonly<Record<LetterTemplate, LetterKind>> = {
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
async function takeLetter(
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

const storedParameters = z.object({ sealed: z.string() });
const values = z.record(z.string(), z.string());

type UnsentLetter = Awaited<ReturnType<typeof listUnsentLetters>>[number];

/**
 * Sends letters that were not sent yet. Should the program die between sending and noting it, a letter goes twice under
 * one Message-ID.
 */
export async function handleSendLetters(
  context: AppContext,
  payloads: readonly { letterId: string }[],
): Promise<PromiseSettledResult<void>[]> {
  const ids = payloads.map(({ letterId }) => letterId);
  const unsent = new Map((await listUnsentLetters(context.db, ids)).map((row) => [row.letterId, row]));
  const ends = await Promise.allSettled(ids.map((letterId) => send(context, unsent.get(letterId))));
  const sent = ids.filter((letterId, index) => unsent.has(letterId) && ends[index]?.status === 'fulfilled');
  await markLettersSent(context.db, sent, context.clock.now());
  return ends;
}

/** @throws ProviderError when the mail server did not take it */
async function send(context: AppContext, row: UnsentLetter | undefined): Promise<void> {
  if (row === undefined) return;
  const sealed = storedParameters.parse(row.parameters).sealed;
  const parameters = values.parse(JSON.parse(openText(deriveKeys(context.config, 'letters'), sealed)));
  const template = letterTemplateName.parse(row.template);
  const token = await takeLetter(context, template, row.recipient);
  if (token === undefined) {
    tellSecurity(context, 'budget_met', { call: 'letter', reason: template, email: row.recipient });
    return markLetterWithheld(context.db, row.letterId, context.clock.now());
  }
  const letter = renderLetter(context, template, toLanguage(row.language), parameters);
  await context.providers.mailer
    .send({ id: row.letterId, to: row.recipient, ...letter })
    .catch(async (error: unknown) => {
      await token.giveBack();
      throw error;
    });
}
