import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { type HistoryReason, addHistory } from '../order-lifecycle/history.ts';
import { changeStatus } from '../order-lifecycle/change-status.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';

/**
 * Money that a waiting order had received was taken back: in the caller's transaction it no longer counts for the
 * order, and is not refunded.
 *
 * @param taken left out, all of it
 */
export async function uncountMoney(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  moneyKey: string,
  taken: { amount?: bigint; reason: HistoryReason },
): Promise<void> {
  const { orderId, status } = order;
  const source = await trx
    .selectFrom('receivedMoney')
    .select('amount')
    .where('moneyKey', '=', moneyKey)
    .where('orderId', '=', orderId)
    .where('isAccepted', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (source === undefined) return;
  const gone = taken.amount ?? source.amount;
  const left = source.amount - gone;
  await trx
    .updateTable('receivedMoney')
    .set(left > 0n ? { amount: left } : { isAccepted: false })
    .where('moneyKey', '=', moneyKey)
    .execute();
  const receivedAmount = order.receivedAmount - gone;
  // Without money there is nothing to decide, and the order waits as before.
  const asked = receivedAmount > 0n ? {} : { decisionKind: '', decideUntil: null };
  await trx
    .updateTable('orders')
    .set({ receivedAmount, ...asked })
    .where('orderId', '=', orderId)
    .execute();
  const change = { orderId, from: status, reason: taken.reason, actor: 'system' } as const;
  if (receivedAmount === 0n && status === 'pending')
    await changeStatus(context, trx, { ...change, to: 'payin_pending' });
  else await addHistory(context, trx, { ...change, to: status });
}
