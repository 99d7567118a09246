import { codeLimits } from '../../../budgets/guesses.ts';
import { countTry } from '../../../budgets/reserve-attempt.ts';
import type { Language } from '@causeway/domain/languages/languages';
import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import { newUuid } from '../../../new-uuid.ts';
import { queueEmail, roomOf } from '../../emails/queue-email.ts';
import {
  type CodePurpose,
  countAttempt,
  emailPurposes,
  insertCode,
  markCodeUsed,
  selectCodeTimes,
  selectNewestCode,
} from './codes-store.ts';
import {
  codeRefusals,
  codeRules,
  hashCode,
  isCode,
  judgeCode,
  makeCode,
  readTypedCode,
  secondsUntilNextCode,
} from '../rules.ts';
import { type ClientRecord, confirmEmail, isEmailOfAnother, findClient } from '../store.ts';
import { Refusal, type RefusalItem } from '../../../errors.ts';
import { type ClientLevel, isLevelAtLeast } from '@causeway/domain/clients/client-level';
import { adoptOrdersJob } from '../jobs.ts';

const { codesPerTarget } = codeLimits;
/** One of an address's codes is for the account that has registered it, whatever other accounts have asked for. */
const countersOf = {
  owner: [{ what: 'owner code', tries: codesPerTarget }],
  unsent: [{ what: 'unsent code', tries: codesPerTarget - 1 }],
  other: [{ what: 'code', tries: codesPerTarget - 1 }],
  own: [
    { what: 'code', tries: codesPerTarget - 1 },
    { what: 'own code', tries: 1 },
  ],
} as const;

/** Not six digits, so that no entered code equals it. */
const noCode = 'none';

/**
 * Makes a code for an e-mail address and queues its e-mail, within the caller's transaction. An address of another
 * account gets no e-mail and no code that could be guessed; the caller cannot see the difference, in the duration
 * neither.
 *
 * @param request.isOwn whether the address is the one that the account was registered with
 * @returns 0, or the seconds until there may be one, where the address has had as many as it may have
 */
export async function issueEmailCode(
  context: Pick<AppContext, 'config' | 'clock' | 'random' | 'jobs'>,
  transaction: Executor,
  request: {
    clientId: string;
    email: string;
    language: Language;
    purpose?: Exclude<CodePurpose, 'phone'>;
    isOwn?: boolean;
  },
): Promise<number> {
  const { clientId, email, language, purpose = 'email', isOwn = false } = request;
  const createdAt = context.clock.now();
  const codeId = newUuid(context);
  const code = makeCode(context.random);
  const isForeign = await isEmailOfAnother(transaction, email, clientId);
  // Codes to one address are counted for all accounts together: many accounts must not bring many attempts at it. The
  // owner's codes, and those that are never sent, are counted apart: strangers use up none of the address's own.
  const counted = purpose === 'owner' ? 'owner' : isForeign ? 'unsent' : isOwn ? 'own' : 'other';
  let wait = 0;
  for (const counter of countersOf[counted]) {
    wait = await countTry(context, transaction, { ...counter, by: 'recipient', value: email, seconds: 3600 });
    if (wait === 0) break;
  }
  // Its room is taken here, so that what is said to be sent is sent.
  if (wait === 0 && !isForeign) wait = await countTry(context, transaction, roomOf('code', email));
  if (wait > 0) return wait;
  await insertCode(transaction, {
    codeId,
    clientId,
    purpose,
    target: email,
    codeHash: hashCode(context.config, codeId, isForeign ? noCode : code),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + codeRules.lifetimeMs),
  });
  const message = {
    recipient: email,
    language,
    clientId,
    occasion: `email-code:${codeId}`,
    isWanted: sql<boolean>`${!isForeign}`,
    isSecret: true,
    isCounted: true,
  };
  if (purpose === 'owner')
    await queueEmail(context, transaction, {
      ...message,
      template: 'owner-code',
      parameters: { code, path: '/settings/email' },
    });
  else if (purpose === 'email')
    await queueEmail(context, transaction, { ...message, template: 'email-code', parameters: { code } });
  else
    await queueEmail(context, transaction, {
      ...message,
      template: 'new-email-code',
      parameters: { code, path: `/settings/email?code=${code}` },
    });
  return 0;
}

export interface SentEmailCode {
  nextEmailRequestInSec: number;
  refused: RefusalItem | undefined;
}

export function refuseUntil(seconds: number): SentEmailCode {
  return { nextEmailRequestInSec: seconds, refused: { code: 'CODE_TOO_MANY', values: { wait: 'yes', seconds } } };
}

/**
 * Sends a confirmation code to the client's address, or to the one that shall replace it.
 *
 * @throws Refusal SESSION_OVER for a deleted client; REQUIRED for a change of a confirmed address, which takes more
 */
export async function sendEmailCode(
  context: AppContext,
  input: { clientId: string; email: string | undefined; language: Language },
): Promise<SentEmailCode> {
  return context.db.transaction().execute(async (transaction) => {
    const now = context.clock.now();
    // The lock makes parallel requests of one client wait for each other's code.
    const client = await findClient(transaction, input.clientId, { lock: true });
    if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
    const email = input.email ?? client.email;
    if (client.emailConfirmedAt !== null) {
      if (email === client.email) return { nextEmailRequestInSec: 0, refused: undefined };
      throw new Refusal({ code: 'REQUIRED', field: 'password' });
    }
    const times = await selectCodeTimes(
      transaction,
      { clientId: client.clientId },
      'email',
      new Date(now.getTime() - codeRules.hourMs),
    );
    const seconds = secondsUntilNextCode(times, now);
    if (seconds > 0) return refuseUntil(seconds);
    const isOwn = email === client.email;
    const request = { clientId: client.clientId, email, language: input.language, isOwn };
    const wait = await issueEmailCode(context, transaction, request);
    if (wait > 0) return refuseUntil(wait);
    return { nextEmailRequestInSec: secondsUntilNextCode([now, ...times], now), refused: undefined };
  });
}

interface CheckedEmailCode {
  level: ClientLevel;
  refused: RefusalItem | undefined;
}

interface EmailCodeTry {
  clientId: string;
  code: string;
  /** Further changes once the client, as it was, has another e-mail address; in the same transaction. */
  onMoved: (transaction: Executor, client: ClientRecord) => Promise<void>;
}

/**
 * Confirms the address that the newest code was sent to; the level rises to `email_phone`. A wrong attempt is counted
 * in the same transaction.
 *
 * @throws Refusal SESSION_OVER for a deleted client
 */
export async function checkEmailCode(context: AppContext, input: EmailCodeTry): Promise<CheckedEmailCode> {
  return context.db.transaction().execute(async (transaction) => {
    // The lock makes attempts count one by one, and keeps the level from being overwritten.
    const client = await findClient(transaction, input.clientId, { lock: true });
    if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
    const now = context.clock.now();
    const newest = { clientId: client.clientId, purposes: emailPurposes, now };
    const row = await selectNewestCode(transaction, newest);
    const typed = readTypedCode(input.code);
    const isEqual = row !== undefined && typed !== undefined && isCode(context.config, row.codeId, typed, row.codeHash);
    const verdict = judgeCode(row && { ...row, isEqual }, now);
    if (row === undefined) return { level: client.level, refused: codeRefusals.wrong };
    if (verdict === 'again') return { level: client.level, refused: undefined };
    if (verdict === 'right') return accept(context, transaction, client, row, input.onMoved);
    if (verdict === 'wrong') await countAttempt(transaction, row.codeId);
    return { level: client.level, refused: codeRefusals[verdict] };
  });
}

async function accept(
  context: AppContext,
  transaction: Executor,
  client: ClientRecord,
  code: { codeId: string; target: string; purpose: string },
  onMoved: EmailCodeTry['onMoved'],
): Promise<CheckedEmailCode> {
  // It was requested without a password, while there was no confirmed address yet.
  if (code.purpose === 'email' && client.emailConfirmedAt !== null)
    return { level: client.level, refused: codeRefusals.expired };
  const confirmedAt = context.clock.now();
  await markCodeUsed(transaction, code.codeId, confirmedAt);
  const level = isLevelAtLeast(client.level, 'email_phone') ? client.level : 'email_phone';
  const address = { clientId: client.clientId, email: code.target, level, confirmedAt };
  if (!(await confirmEmail(transaction, address)))
    return { level: client.level, refused: { code: 'EMAIL_TAKEN', field: 'email' } };
  if (code.target !== client.email) await onMoved(transaction, client);
  await context.jobs.enqueue(transaction, adoptOrdersJob, { clientId: client.clientId });
  return { level, refused: undefined };
}
