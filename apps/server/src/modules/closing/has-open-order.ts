import { finalStatuses } from '@causeway/domain/orders/order-status';
import type { Executor } from '../../database/db.ts';

/** Whether something is still to come for one of the client's orders: it is not final, or money is on its way back. */
export async function hasOpenOrder(executor: Executor, clientId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('orders')
    .leftJoin('refunds', (join) =>
      join.onRef('refunds.orderId', '=', 'orders.orderId').on('refunds.status', '!=', 'done'),
    )
    .select('orders.orderId')
    .where('clientId', '=', clientId)
    .where((where) =>
      where.or([where('orders.status', 'not in', finalStatuses), where('refunds.refundId', 'is not', null)]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
