import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { selectCodeTimes, selectNewestCode } from '../clients/codes/codes-store.ts';
import { type ClientRecord, holdClient } from '../clients/store.ts';
import { type SentEmailCode, issueEmailCode, refuseUntil } from '../clients/codes/email-code.ts';
import { codeRules, secondsUntilNextCode } from '../clients/rules.ts';
import { asOwner } from '../owner-proof/as-owner.ts';
import { completeAct } from '../owner-proof/complete-act.ts';

interface EmailChange {
  clientId: string;
  email: string;
  password: string | undefined;
  code: string | undefined;
  language: Language;
}

/**
 * Sends a code to the e-mail address that shall replace a client's confirmed one; nothing changes before that code
 * comes back. The password and the second factor are required, or without a factor a code that was sent to the
 * confirmed address; but not again while a code for this address is valid. An address that has an account already is
 * answered the same, and gets no e-mail.
 *
 * @throws Refusal REQUIRED or PASSWORD_WRONG on `password`; TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, EMAIL_CODE_REQUIRED,
 * CODE_WRONG, CODE_EXPIRED, CODE_TOO_MANY on `code`; SESSION_OVER for a client that is gone
 */
export async function requestEmailChange(context: AppContext, input: EmailChange): Promise<SentEmailCode> {
  const { clientId, email } = input;
  const work = (trx: Executor) => sendToNewAddress(context, trx, input);
  if (await isCodeAlive(context, clientId, email)) return context.db.transaction().execute(work);
  return asOwner(context, 'change the e-mail', input, work);
}

async function sendToNewAddress(
  context: AppContext,
  trx: Executor,
  { clientId, email, language }: EmailChange,
): Promise<SentEmailCode> {
  const now = context.clock.now();
  const client = await holdClient(trx, clientId);
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  const since = new Date(now.getTime() - codeRules.hourMs);
  const times = await selectCodeTimes(trx, { clientId }, 'new email', since);
  const seconds = secondsUntilNextCode(times, now);
  if (seconds > 0) return refuseUntil(seconds);
  const wait = await issueEmailCode(context, trx, { clientId, email, language, purpose: 'new email' });
  if (wait > 0) return refuseUntil(wait);
  return { nextEmailRequestInSec: secondsUntilNextCode([now, ...times], now), refused: undefined };
}

async function isCodeAlive({ db, clock }: AppContext, clientId: string, email: string): Promise<boolean> {
  const newest = await selectNewestCode(db, { clientId, purposes: ['new email'], now: clock.now() });
  return newest?.target === email && newest.usedAt === null && newest.expiresAt > clock.now();
}

/**
 * Ends everything that was sent to a client's former e-mail address, in the transaction that writes the new one: links
 * for a new password, codes, and all sessions but this one. A confirmed former address is notified.
 *
 * @param client as it was before
 */
export async function leaveEmail(
  context: AppContext,
  trx: Executor,
  client: ClientRecord,
  sessionId: string,
): Promise<void> {
  const { clientId, email: recipient } = client;
  // A mistyped first address may be a stranger's mailbox, so it gets no e-mail.
  const template = client.emailConfirmedAt === null ? { template: null } : {};
  await completeAct(context, trx, 'change the e-mail', {
    clientId,
    sessionId,
    reason: 'email changed',
    recipient,
    ...template,
  });
}
