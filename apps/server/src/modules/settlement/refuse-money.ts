import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { addHistory, type HistoryReason } from '../lifecycle/add-history.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { bookMoney } from './book-money.ts';
import { planRefund } from './plan-refund.ts';
import type { ReceivedMoney } from './receive-money.ts';

/** Money that came for an order and that it may not be paid with: booked, and sent back. The order goes on waiting. */
export async function refuseMoney(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  money: ReceivedMoney,
  reason: HistoryReason,
): Promise<void> {
  const { orderId, status } = order;
  const source = await bookMoney(context, trx, order, money, { isAccepted: false });
  await addHistory(context, trx, { orderId, from: status, to: status, reason, actor: 'system' });
  await planRefund(context, trx, order, source, { amount: money.amount, reason });
}
