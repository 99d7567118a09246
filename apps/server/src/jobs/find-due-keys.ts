import { sql } from 'kysely';
import type { Executor } from '../database/db.ts';
import type { JobDefinition } from '../job-queue.ts';

/** Of these keys, those for which a job of this name waits, runs or will be retried. */
export async function findDueKeys(
  executor: Executor,
  definition: JobDefinition,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select distinct singleton_key as key from pgboss.job
    where name = ${definition.name} and state in ('created', 'retry', 'active') and singleton_key = any(${[...keys]})
  `.execute(executor);
  return new Set(rows.map((row) => row.key));
}
