import type { Executor } from '../../database/db.ts';

/** How many orders have each status, for metrics. */
export async function countOrders(executor: Executor): Promise<Record<string, number>> {
  const rows = await executor
    .selectFrom('orders')
    .select(['status', (eb) => eb.fn.countAll<bigint>().as('count')])
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.status, Number(row.count)]));
}
