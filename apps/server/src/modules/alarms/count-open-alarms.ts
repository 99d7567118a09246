import type { Executor } from '../../database/db.ts';

/** Open alarms by kind, for metrics. */
export async function countOpenAlarms(executor: Executor): Promise<Record<string, number>> {
  const rows = await executor
    .selectFrom('alarms')
    .select(['kind', (eb) => eb.fn.countAll<bigint>().as('count')])
    .where('clearedAt', 'is', null)
    .groupBy('kind')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.kind, Number(row.count)]));
}
