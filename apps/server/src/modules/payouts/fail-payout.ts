import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readEntry } from '../../ledger/read-entry.ts';
import { reverseEntry } from '../../ledger/reverse-entry.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { PayoutRow } from './store.ts';

/**
 * The chain took the transaction and carried nothing out, deep enough to be final: the order holds its coins again,
 * and a person must decide. Nothing is sent a second time by itself.
 */
export async function failPayout(
  context: AppContext,
  trx: Executor,
  { payoutId, orderId }: PayoutRow,
  txid: string,
): Promise<void> {
  const sent = await readEntry(trx, { idempotencyKey: `payout:${payoutId}` });
  if (sent === undefined) throw new Error(`The pay-out of order ${orderId} was sent without an entry.`);
  await reverseEntry(trx, context, sent.entryId);
  await trx
    .updateTable('payouts')
    .set({ status: 'stuck', updatedAt: context.clock.now() })
    .where('payoutId', '=', payoutId)
    .execute();
  await raiseAlarm(context, trx, {
    kind: 'payout_failed',
    subject: orderId,
    details: { txid, reason: 'the chain carried nothing out' },
  });
}
