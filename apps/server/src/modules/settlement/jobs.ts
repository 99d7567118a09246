import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { sql } from 'kysely';
import type { DueSource } from '../../jobs/due-jobs.ts';

/** Refunds late or partial money when its owner was asked and the time to answer has ended. */
export const endDecisionJob = defineJob({
  name: 'end-decision',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Sends an order's planned refunds. */
export const refundMoneyJob = defineJob({
  name: 'refund-money',
  payload: z.object({ orderId: z.uuid() }),
  retries: 50,
  retrySeconds: 2,
  retryMaxSeconds: 300,
});

const row = z.object({ orderId: z.string(), isDecisionOpen: z.boolean(), isRefundOpen: z.boolean() });

/** Orders whose owner was asked, and orders with refunds still to be sent. */
export const dueSettlement: DueSource = async (executor, before, { after, size }) => {
  const { rows } = await sql`
    select order_id, decision_kind <> '' as is_decision_open,
      exists (select 1 from refunds where refunds.order_id = orders.order_id and refunds.status <> 'done') as is_refund_open
    from orders
    where order_id in (
      (select order_id from orders where decision_kind <> '' and created_at < ${before} and order_id > ${after}::uuid
       order by order_id limit ${size})
      union all
      (select order_id from refunds join orders refunded using (order_id)
       where refunds.status <> 'done' and refunded.created_at < ${before} and order_id > ${after}::uuid
       order by order_id limit ${size})
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
