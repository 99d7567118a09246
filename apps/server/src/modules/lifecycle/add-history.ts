import type { OrderStatus } from '@causeway/domain/orders/order-status';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';

/** Why something happened, as shown to the client. Never tips off a suspect. Texts: `tpl:order:reason:<code>`. */
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
] as const;

/** Empty when the status says all. */
export type HistoryReason = (typeof historyReasons)[number] | '';

export type HistoryActor = 'client' | 'system';

export interface HistoryEntry {
  orderId: string;
  /** Missing for the first entry; the same as `to` when something happened without a change of status. */
  from: OrderStatus | undefined;
  to: OrderStatus;
  reason: HistoryReason;
  actor: HistoryActor;
}

/** Writes down what happened to an order. The caller holds the order's row, so that the numbers have no gaps. */
export async function addHistory(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Executor,
  { orderId, from, to, reason, actor }: HistoryEntry,
): Promise<void> {
  await trx
    .insertInto('orderEvents')
    .values({
      orderId,
      eventNumber: sql<number>`(select coalesce(max(event_number), 0) + 1 from order_events where order_id = ${orderId}::uuid)`,
      fromStatus: from ?? null,
      toStatus: to,
      reason,
      actor,
      at: clock.now(),
    })
    .execute();
}
