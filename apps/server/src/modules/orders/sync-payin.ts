import type { AppContext } from '../../context.ts';
import { findOrder } from '../lifecycle/store.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';

/**
 * Asks whoever takes an order's money how it stands, and acts on it.
 *
 * @throws ProviderError
 */
export async function syncPayin(context: AppContext, orderId: string): Promise<void> {
  const order = await findOrder(context.db, { orderId });
  if (order !== undefined) await findPayinMethod(order.pricing.payinProvider).sync(context, orderId, order);
}
