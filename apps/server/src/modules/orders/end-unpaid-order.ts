import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import { endOrder, type OrderEnding } from '../lifecycle/end-order.ts';
import { findOrder, lockOrder } from '../lifecycle/store.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';

/**
 * Ends an order that was not paid. Its payment is stopped at the acquirer first: when a payment was faster, the
 * payment wins and the order goes on.
 *
 * @returns whether the order has ended without money
 * @throws ProviderError while the acquirer cannot be asked; nothing is assumed then
 */
export async function endUnpaidOrder(context: AppContext, orderId: string, ending: OrderEnding): Promise<boolean> {
  const before = await findOrder(context.db, { orderId });
  if (before === undefined) return false;
  const isKnownOutside = await findPayinMethod(before.pricing.payinProvider).stop(context, orderId, ending);
  if (!isKnownOutside)
    await context.db.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, orderId);
      if (isBeforeMoney(order.status) && order.receivedAmount === 0n) await endOrder(context, trx, order, ending);
    });
  const after = await findOrder(context.db, { orderId });
  return after?.status === 'canceled' || after?.status === 'expired';
}
