import { orderStatuses, type OrderStatus } from '@causeway/domain/orders/order-status';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import type { HistoryActor } from './add-history.ts';

export interface HistoryRow {
  status: OrderStatus;
  reason: string;
  actor: HistoryActor;
  at: Date;
}

const status = z.enum(orderStatuses);
const actor = z.enum(['client', 'system'] satisfies HistoryActor[]);

/** What happened to an order, oldest first. */
export async function listHistory(executor: Executor, orderId: string): Promise<HistoryRow[]> {
  const rows = await executor
    .selectFrom('orderEvents')
    .select(['toStatus', 'reason', 'actor', 'at'])
    .where('orderId', '=', orderId)
    .orderBy('eventNumber')
    .execute();
  return rows.map((row) => ({
    status: status.parse(row.toStatus),
    reason: row.reason,
    actor: actor.parse(row.actor),
    at: row.at,
  }));
}
