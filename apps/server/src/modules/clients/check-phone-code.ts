import type { ClientLevel } from '@causeway/domain/clients/client-level';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { codeRefusals } from './code-refusals.ts';
import { countAttempt, markCodeUsed, selectNewestCode } from './codes-store.ts';
import { isCode } from './hash-code.ts';
import { findPhone, isPhoneOfAnother, savePhone } from './phone-store.ts';
import { readPhone } from './read-phone.ts';
import { judgeCode, readTypedCode } from './rules.ts';
import { selectClient } from './store.ts';

const refusals = { ...codeRefusals, wrong: { ...codeRefusals.wrong, values: { from: 'sms' } } };

/**
 * Confirms the number that the newest code was sent to. A wrong try is counted in the same transaction.
 *
 * @throws Refusal SESSION_OVER for a client that is gone
 */
export async function checkPhoneCode(
  context: AppContext,
  input: {
    clientId: string;
    phone: string;
    code: string;
    /** What else has to happen once another number takes the place of a confirmed one; in the same transaction. */
    onMoved: (trx: Executor, clientId: string) => Promise<void>;
  },
): Promise<{ level: ClientLevel; refused: RefusalItem | undefined }> {
  const { clientId } = input;
  return context.db.transaction().execute(async (trx) => {
    const client = await selectClient(trx, clientId, { lock: true });
    if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
    const { level } = client;
    const row = await selectNewestCode(trx, clientId, ['phone']);
    const typed = readTypedCode(input.code);
    const isMeant = row !== undefined && (readPhone(input.phone, undefined)?.phone ?? '') === row.target;
    const isEqual = isMeant && typed !== undefined && isCode(context.config, row.codeId, typed, row.codeHash);
    const now = context.clock.now();
    const verdict = judgeCode(row && { ...row, isEqual }, now);
    if (row === undefined) return { level, refused: refusals.wrong };
    if (verdict === 'again') return { level, refused: undefined };
    if (verdict === 'wrong') await countAttempt(trx, row.codeId);
    if (verdict !== 'right') return { level, refused: refusals[verdict] };
    await markCodeUsed(trx, row.codeId, now);
    if (await isPhoneOfAnother(trx, row.target, clientId))
      return { level, refused: { code: 'PHONE_TAKEN', field: 'phone' } };
    const before = await findPhone(trx, clientId);
    await savePhone(trx, clientId, row.target, now);
    if (before !== '' && before !== row.target) await input.onMoved(trx, clientId);
    return { level, refused: undefined };
  });
}
