import type { AppContext } from '../../context.ts';
import { findOrder, type OrderRow } from '../lifecycle/store.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';

/**
 * Asks whoever takes an order's money how it stands, and acts on it.
 *
 * @param known the order, where it was read or made a moment ago
 * @throws ProviderError
 */
export async function syncPayin(context: AppContext, orderId: string, known?: OrderRow): Promise<void> {
  const order = known ?? (await findOrder(context.db, { orderId }));
  if (order !== undefined) await findPayinMethod(order.pricing.payinProvider).sync(context, orderId, order);
}
