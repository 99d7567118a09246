import { orderStatuses } from '@causeway/domain/orders/order-status';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { DueSource } from '../lifecycle/due-source.ts';
import { expireOrderJob } from './jobs/expire-order.ts';

const waiting = orderStatuses.filter(isBeforeMoney);

/** Orders that still wait for money: their time ends. */
export const listDueOrders: DueSource = async (executor, before, { after, size }) => {
  const rows = await executor
    .selectFrom('orders')
    .select('orderId')
    .where('status', 'in', waiting)
    .where('createdAt', '<', before)
    .where('orderId', '>', after)
    .orderBy('orderId')
    .limit(size)
    .execute();
  return rows.map(({ orderId }) => ({ orderId, job: expireOrderJob }));
};
