import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { addHistory } from '../order-lifecycle/history.ts';
import { changeStatus } from '../order-lifecycle/change-status.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';

/**
 * Money that a waiting order had received was taken back: in the caller's transaction it no longer counts for the
 * order, and is not refunded.
 */
export async function uncountMoney(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  moneyKey: string,
): Promise<void> {
  const { orderId, status } = order;
  const gone = await trx
    .updateTable('receivedMoney')
    .set({ isAccepted: false })
    .where('moneyKey', '=', moneyKey)
    .where('orderId', '=', orderId)
    .where('isAccepted', '=', true)
    .returning('amount')
    .executeTakeFirst();
  if (gone === undefined) return;
  const receivedAmount = order.receivedAmount - gone.amount;
  // Without money there is nothing to decide, and the order waits as before.
  const asked = receivedAmount > 0n ? {} : { decisionKind: '', decideUntil: null };
  await trx
    .updateTable('orders')
    .set({ receivedAmount, ...asked })
    .where('orderId', '=', orderId)
    .execute();
  const change = { orderId, from: status, reason: 'deposit_gone', actor: 'system' } as const;
  if (receivedAmount === 0n && status === 'pending')
    await changeStatus(context, trx, { ...change, to: 'payin_pending' });
  else await addHistory(context, trx, { ...change, to: status });
}
