import { sql } from 'kysely';
import { z } from 'zod';
import type { DueSource } from '../lifecycle/due-source.ts';
import { endDecisionJob } from './jobs/end-decision.ts';
import { refundMoneyJob } from './jobs/refund-money.ts';

const row = z.object({ orderId: z.string(), isDecisionOpen: z.boolean(), isRefundOpen: z.boolean() });

/** Orders whose owner was asked, and orders with money still to be sent back. */
export const dueSettlement: DueSource = async (executor, before, { after, size }) => {
  const { rows } = await sql`
    select order_id, decision_kind <> '' as is_decision_open,
      exists (select 1 from refunds where refunds.order_id = orders.order_id and refunds.status <> 'done') as is_refund_open
    from orders
    where created_at < ${before} and order_id > ${after}::uuid and order_id in (
      select order_id from orders where decision_kind <> ''
      union all
      select order_id from refunds where status <> 'done'
    )
    order by order_id limit ${size}
  `.execute(executor);
  return z
    .array(row)
    .parse(rows)
    .flatMap(({ orderId, isDecisionOpen, isRefundOpen }) => [
      ...(isDecisionOpen ? [{ orderId, job: endDecisionJob }] : []),
      ...(isRefundOpen ? [{ orderId, job: refundMoneyJob }] : []),
    ]);
};
