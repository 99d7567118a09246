import type { AppContext } from '../../context.ts';
import { stopPayment } from '../../providers/acquirer/call-acquirer.ts';
import type { OrderEnding } from '../order-lifecycle/change-status.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { applyCardPayment } from './results/apply-card-payment.ts';
import { findCardPayment } from './store.ts';

/**
 * Makes sure at the acquirer that an order's payment can no longer be used. When it was paid first, the payment wins
 * and is credited.
 *
 * @param ending how the order ends when the payment is stopped; left out, it ends as the payment did
 * @returns false when the acquirer never had a payment for the order: there was nothing to stop
 * @throws ProviderError while the acquirer cannot be reached
 */
export async function stopCardPayment(context: AppContext, orderId: string, ending?: OrderEnding): Promise<boolean> {
  const order = await findOrder(context.db, { orderId });
  const payment = await findCardPayment(context.db, orderId);
  if (order === undefined || payment === undefined) return false;
  const acquirer = context.providers.acquirers.find(payment.acquirer);
  const id = payment.acquirerPaymentId ?? (await acquirer.findPayments(order.niceId))[0]?.id;
  if (id === undefined) return false;
  await applyCardPayment(context, orderId, await stopPayment(acquirer, id), ending);
  return true;
}
