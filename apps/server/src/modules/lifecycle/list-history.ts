import { orderStatuses, type OrderStatus } from '@causeway/domain/orders/order-status';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';

export interface HistoryRow {
  status: OrderStatus;
  reason: string;
  at: Date;
}

const status = z.enum(orderStatuses);

/** What happened to an order, oldest first. */
export async function listHistory(executor: Executor, orderId: string): Promise<HistoryRow[]> {
  const rows = await executor
    .selectFrom('orderEvents')
    .select(['toStatus', 'reason', 'at'])
    .where('orderId', '=', orderId)
    .orderBy('eventNumber')
    .execute();
  return rows.map(({ toStatus, reason, at }) => ({ status: status.parse(toStatus), reason, at }));
}
