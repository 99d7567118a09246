import { isLevelAtLeast, type ClientLevel } from '@causeway/domain/clients/client-level';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { codeRefusals } from './code-refusals.ts';
import { countAttempt, emailPurposes, markCodeUsed, selectNewestCode } from './codes-store.ts';
import { isCode } from './hash-code.ts';
import { adoptOrdersJob } from './jobs/adopt-orders.ts';
import { judgeCode, readTypedCode } from './rules.ts';
import { confirmEmail, selectClient, type ClientRecord } from './store.ts';

export interface CheckedEmailCode {
  level: ClientLevel;
  refused: RefusalItem | undefined;
}

interface EmailCodeTry {
  clientId: string;
  code: string;
  /** What else has to happen once the client, as it was, has another address; in the same transaction. */
  onMoved: (transaction: Executor, client: ClientRecord) => Promise<void>;
}

/**
 * Confirms the address that the newest code was sent to; the level rises to `email_phone`. A wrong try is
 * counted in the same transaction.
 *
 * @throws Refusal SESSION_OVER for a client that is gone
 */
export async function checkEmailCode(context: AppContext, input: EmailCodeTry): Promise<CheckedEmailCode> {
  return context.db.transaction().execute(async (transaction) => {
    // The lock makes tries count one by one, and keeps the level from being written over.
    const client = await selectClient(transaction, input.clientId, { lock: true });
    if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
    const row = await selectNewestCode(transaction, client.clientId, emailPurposes);
    const typed = readTypedCode(input.code);
    const isEqual = row !== undefined && typed !== undefined && isCode(context.config, row.codeId, typed, row.codeHash);
    const verdict = judgeCode(row && { ...row, isEqual }, context.clock.now());
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
  // It was asked for without a password, while there was no confirmed address yet.
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
