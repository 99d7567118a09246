import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import { findOrder } from '../lifecycle/store.ts';
import { endUnpaidOrder } from './end-unpaid-order.ts';
import { expireOrderJob } from './jobs/expire-order.ts';

/** Expires an order whose time is over, unless its payment turns out to have been made. */
export async function expireOrder(context: AppContext, orderId: string): Promise<void> {
  const order = await findOrder(context.db, { orderId });
  if (order === undefined || !isBeforeMoney(order.status)) return;
  if (order.expiresAt > context.clock.now()) {
    await context.jobs.enqueue(
      context.db,
      expireOrderJob,
      { orderId },
      { startAfter: order.expiresAt, singletonKey: orderId },
    );
    return;
  }
  await endUnpaidOrder(context, orderId, { to: 'expired', reason: '', actor: 'system' });
}
