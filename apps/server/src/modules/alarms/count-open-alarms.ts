import type { Executor } from '../../database/db.ts';

/** Open alarms by kind, for metrics. */
export async function countOpenAlarms(executor: Executor): Promise<{ kind: string; count: number }[]> {
  const rows = await executor
    .selectFrom('alarms')
    .select(['kind', (eb) => eb.fn.countAll<bigint>().as('count')])
    .where('clearedAt', 'is', null)
    .groupBy('kind')
    .execute();
  return rows.map((row) => ({ kind: row.kind, count: Number(row.count) }));
}
