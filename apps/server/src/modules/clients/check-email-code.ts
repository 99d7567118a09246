import { isLevelAtLeast, type ClientLevel } from '@causeway/domain/clients/client-level';
import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { codeRefusals } from './code-refusals.ts';
import { countAttempt, markCodeUsed, selectNewestCode } from './codes-store.ts';
import { hashCode } from './hash-code.ts';
import { judgeCode, readTypedCode } from './rules.ts';
import { confirmEmail, selectClient, type ClientRecord } from './store.ts';

export interface CheckedEmailCode {
  level: ClientLevel;
  refused: RefusalItem | undefined;
}

/**
 * Confirms the address that the newest code was sent to; the level rises to `email_phone`. A wrong try is
 * counted in the same transaction.
 *
 * @throws Refusal SESSION_OVER for a client that is gone
 */
export async function checkEmailCode(
  context: AppContext,
  input: { clientId: string; code: string },
): Promise<CheckedEmailCode> {
  return context.db.transaction().execute(async (transaction) => {
    // The lock makes tries count one by one, and keeps the level from being written over.
    const client = await selectClient(transaction, input.clientId, { lock: true });
    if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
    const row = await selectNewestCode(transaction, client.clientId, 'email');
    const typed = readTypedCode(input.code);
    const isEqual =
      row !== undefined &&
      typed !== undefined &&
      timingSafeEqual(row.codeHash, hashCode(context.config, row.codeId, typed));
    const verdict = judgeCode(row && { ...row, isEqual }, context.clock.now());
    if (row === undefined) return { level: client.level, refused: codeRefusals.wrong };
    if (verdict === 'again') return { level: client.level, refused: undefined };
    if (verdict === 'right') return accept(context, transaction, client, row);
    if (verdict === 'wrong') await countAttempt(transaction, row.codeId);
    return { level: client.level, refused: codeRefusals[verdict] };
  });
}

async function accept(
  context: AppContext,
  transaction: Executor,
  client: ClientRecord,
  code: { codeId: string; target: string },
): Promise<CheckedEmailCode> {
  const confirmedAt = context.clock.now();
  await markCodeUsed(transaction, code.codeId, confirmedAt);
  const level = isLevelAtLeast(client.level, 'email_phone') ? client.level : 'email_phone';
  const address = { clientId: client.clientId, email: code.target, level, confirmedAt };
  if (await confirmEmail(transaction, address)) return { level, refused: undefined };
  return { level: client.level, refused: { code: 'EMAIL_TAKEN', field: 'email' } };
}
