import { type OrderStatus, orderStatuses } from '@causeway/domain/orders/order-status';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { queueWebhook } from '../partners/queue-webhook.ts';
import { z } from 'zod';

/**
 * Why something happened, as shown to the client. Never reveals a suspicion to its subject. Texts:
 * `tpl:order:reason:<code>`.
 */
export const historyReasons = [
  'balance_credited',
  'card_declined',
  'decision_over',
  'deposit_gone',
  'deposit_seen',
  'payment_accepted',
  'payment_canceled',
  'payment_charged_back',
  'payment_expired',
  'payment_late',
  'payment_over',
  'payment_partial',
  'payment_received',
  'payment_refunded',
  'payout_returned',
  'payout_sent',
  'refund_started',
  'sender_mismatch',
  'withdrawal_canceled',
] as const;

/** Empty when the status says all. */
export type HistoryReason = (typeof historyReasons)[number] | '';

export type HistoryActor = 'client' | 'system';

interface HistoryEntry {
  orderId: string;
  /** Missing for the first entry; the same as `to` when something happened without a change of status. */
  from: OrderStatus | undefined;
  to: OrderStatus;
  reason: HistoryReason;
  actor: HistoryActor;
}

/**
 * Records an event of an order and, if its partner receives webhooks, the webhook for it: the event's number is its
 * version. The caller locks the order's row, so that the numbers have no gaps.
 */
export async function addHistory(
  context: Pick<AppContext, 'clock' | 'random' | 'jobs'>,
  trx: Executor,
  { orderId, from, to, reason, actor }: HistoryEntry,
): Promise<void> {
  const now = context.clock.now();
  const { rows } = await sql<{ deliveryId: string }>`
    with event as (
      insert into order_events (order_id, event_number, from_status, to_status, reason, actor, at)
      select order_id, greatest(archived_events, (
          select coalesce(max(event_number), 0) from order_events where order_events.order_id = orders.order_id
        )) + 1, ${from ?? null}, ${to}, ${reason}, ${actor}, ${now}::timestamptz
      from orders where order_id = ${orderId}::uuid
      returning event_number
    )
    insert into partner_deliveries (delivery_id, partner_key, order_id, version, status, created_at, next_attempt_at)
    select ${newUuid(context)}::uuid, partner_key, order_id, event_number, 'waiting', ${now}::timestamptz, ${now}::timestamptz
    from event cross join orders join partners using (partner_key)
    where order_id = ${orderId}::uuid and webhook_url <> ''
    returning delivery_id
  `.execute(trx);
  for (const { deliveryId } of rows) await queueWebhook(context, trx, deliveryId);
}

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
