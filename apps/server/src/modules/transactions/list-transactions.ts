import type { listTransactions as call } from '@causeway/contract/calls/list-transactions';
import type { AnswerOf } from '@causeway/contract/define-call';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import { listOrders, tellRow, type ListInput } from './list-orders.ts';

/** The client's own orders. */
export async function listTransactions(
  context: AppContext,
  { clientId, ...asked }: ListInput,
): Promise<AnswerOf<typeof call>> {
  return listOrders(context, { ...asked, scope: { clientId }, tell: (order) => tellOwn(context, order) });
}

/** Only of an order that waits for money does the payment say more than the order: that it is on its way. */
async function tellOwn(context: AppContext, order: OrderRow) {
  if (!isBeforeMoney(order.status)) return tellRow(context, order);
  return tellRow(context, order, await findPayinMethod(order.pricing.payinProvider).tell(context, order, true));
}
