import { orderStatuses } from '@causeway/domain/orders/order-status';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import type { OrderState } from './next-jobs.ts';

export interface UnsettledOrder extends OrderState {
  orderId: string;
  niceId: string;
}

const unsettledOrder = z.object({
  orderId: z.string(),
  niceId: z.string(),
  status: z.enum(orderStatuses),
  isPaymentOpen: z.boolean(),
  isRefundDue: z.boolean(),
  payoutStatus: z.string().nullable(),
});

/**
 * Orders made before a moment for which something is still to come: not final, a payment open, a refund or a
 * pay-out under way. In the order of their ids, which is the order in which they were made.
 */
export async function listUnsettledOrders(
  executor: Executor,
  before: Date,
  page: { after: string; size: number },
): Promise<UnsettledOrder[]> {
  const { rows } = await sql`
    select orders.order_id, orders.nice_id, orders.status, payouts.status as payout_status,
      coalesce(payment.status in ('intended', 'created', 'challenge', 'declined'), false) as is_payment_open,
      coalesce(payment.refund_requested_at is not null and payment.refunded_at is null, false) as is_refund_due
    from orders
      left join card_payments payment using (order_id)
      left join payouts using (order_id)
    where orders.created_at < ${before} and orders.order_id > ${page.after}::uuid and orders.order_id in (
      select order_id from orders where status not in ('finished', 'error', 'expired', 'refunded', 'canceled')
      union all
      select order_id from payouts where status in ('planned', 'signed', 'broadcast', 'confirmed')
      union all
      select order_id from card_payments where status in ('intended', 'created', 'challenge', 'declined')
      union all
      select order_id from card_payments where refund_requested_at is not null and refunded_at is null
    )
    order by orders.order_id limit ${page.size}
  `.execute(executor);
  return z.array(unsettledOrder).parse(rows);
}
