import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import { Refusal, type RefusalItem } from '../../../errors.ts';
import { codeRefusals, codeRules, hashCode, judgeCode, readTypedCode, secondsUntilNextCode } from '../rules.ts';
import { countAttempt, markCodeUsed, selectCodeTimes, selectNewestCode } from './codes-store.ts';
import { issueEmailCode } from './email-code.ts';
import { findClient } from '../store.ts';

/**
 * Checks a code that was sent to the client's present e-mail address, in the caller's transaction, which locks the
 * client and must commit with any result: a wrong code counts, a right one is used up, and without a code one is sent.
 *
 * @returns what is missing or wrong
 */
export async function checkOwnerCode(
  context: AppContext,
  trx: Executor,
  clientId: string,
  text: string | undefined,
): Promise<RefusalItem | undefined> {
  const client = await findClient(trx, clientId);
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  if (text === undefined || text.trim() === '') return send(context, trx, client);
  const row = await selectNewestCode(trx, { clientId, purposes: ['owner'], now: context.clock.now() });
  const typed = readTypedCode(text);
  const isEqual =
    row !== undefined &&
    row.target === client.email &&
    typed !== undefined &&
    timingSafeEqual(row.codeHash, hashCode(context.config, row.codeId, typed));
  const verdict = judgeCode(row && { ...row, isEqual }, context.clock.now());
  if (row !== undefined && verdict === 'wrong') await countAttempt(trx, row.codeId);
  if (row !== undefined && verdict === 'right') {
    await markCodeUsed(trx, row.codeId, context.clock.now());
    return undefined;
  }
  // A proof is valid once.
  return codeRefusals[verdict === 'right' || verdict === 'again' ? 'expired' : verdict];
}

async function send(
  context: AppContext,
  trx: Executor,
  { clientId, email, language }: NonNullable<Awaited<ReturnType<typeof findClient>>>,
): Promise<RefusalItem> {
  const now = context.clock.now();
  const times = await selectCodeTimes(trx, { clientId }, 'owner', new Date(now.getTime() - codeRules.hourMs));
  const seconds = secondsUntilNextCode(times, now);
  const newest = await selectNewestCode(trx, { clientId, purposes: ['owner'], now });
  const isWaiting = newest !== undefined && newest.usedAt === null && newest.expiresAt > now;
  if (seconds > 0 && !isWaiting) return { code: 'CODE_TOO_MANY', values: { wait: 'yes', seconds } };
  if (seconds > 0) return { code: 'EMAIL_CODE_REQUIRED' };
  const wait = await issueEmailCode(context, trx, { clientId, email, language, purpose: 'owner' });
  if (wait > 0) return { code: 'CODE_TOO_MANY', values: { wait: 'yes', seconds: wait } };
  return { code: 'EMAIL_CODE_REQUIRED' };
}
