import { sql } from 'kysely';
import type { Executor } from '../database/db.ts';
import type { JobDefinition } from '../job-queue.ts';

/** A job that must be queued for an order to make progress. */
export interface DueJob {
  orderId: string;
  job: JobDefinition;
}

/**
 * The open work of a room for orders made before a moment, in the order of their ids, at most `page.size` orders after
 * `page.after`. Every job here carries `{ orderId }` and has the order's id as its key, so that the sweeper can find
 * whether it is queued and queue it when it is not.
 */
export type DueSource = (executor: Executor, before: Date, page: { after: string; size: number }) => Promise<DueJob[]>;

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
