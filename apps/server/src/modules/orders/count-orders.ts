import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';

const counted = z.array(z.object({ status: z.string(), count: z.coerce.number() }));

/**
 * How many orders have each status, for metrics. Those under way have an index of their own, however many have ended;
 * the others were counted when they ended.
 */
export async function countOrders(executor: Executor): Promise<Record<string, number>> {
  const { rows } = await sql`
    select status, sum(count)::text as count from (
      select status, count(*) as count from orders
      where status not in ('finished', 'error', 'expired', 'refunded', 'canceled') group by status
      union all select status, count from ended_orders
      union all select status, sum(change) from ended_order_changes group by status
    ) known group by status having sum(count) <> 0
  `.execute(executor);
  return Object.fromEntries(counted.parse(rows).map(({ status, count }) => [status, count]));
}

/** Adds up what has ended since the last time, so that reading it stays quick. */
export async function addUpEndedOrders(executor: Executor): Promise<void> {
  await sql`
    with taken as (delete from ended_order_changes returning status, change),
    sums as (select status, sum(change) as change from taken group by status)
    insert into ended_orders (status, count) select status, change from sums
    on conflict (status) do update set count = ended_orders.count + excluded.count
  `.execute(executor);
}
