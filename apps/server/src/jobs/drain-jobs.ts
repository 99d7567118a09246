import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { AppContext } from '../context.ts';
import type { Job } from './bind-job.ts';
import { createQueue, isRecurring } from './create-queue.ts';
import { runBatch } from './run-jobs.ts';

/**
 * Runs the due jobs in order, and returns when none is due. Tests use it in place of a worker; `isEarly` runs waiting
 * jobs too, once.
 */
export async function drainJobs(
  context: AppContext,
  boss: PgBoss,
  jobs: readonly Job[],
  options: { isEarly?: boolean } = {},
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await drainOnce(context, boss, jobs, options.isEarly ?? false);
    total += count;
    if (count === 0 || options.isEarly === true) return total;
  }
}

async function drainOnce(context: AppContext, boss: PgBoss, jobs: readonly Job[], isEarly: boolean): Promise<number> {
  const names = jobs.map(({ definition }) => definition.name);
  for (const { definition } of jobs) await createQueue(boss, definition);
  let queued = await findQueued(context, names);
  let count = 0;
  for (const job of jobs) {
    const { name } = job.definition;
    const isDue = queued.get(name);
    // The first run of a recurring job is queued by an empty batch.
    const isFirst = isDue === undefined && isRecurring(job.definition);
    if (!isFirst && (isDue === undefined || !(isDue || isEarly))) continue;
    const taken = await boss.fetch(name, { batchSize: 50, includeMetadata: true, ignoreStartAfter: isEarly });
    count += taken.length;
    for (const { id, status, output } of await runBatch(context, job, taken)) {
      if (status === 'completed') await boss.complete(name, id);
      else await boss.fail(name, id, output);
    }
    queued = await findQueued(context, names);
  }
  return count;
}

/** The queues that are not empty, each with whether something in it is due: one question in place of one for each. */
async function findQueued({ db }: AppContext, names: readonly string[]): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ name: string; isDue: boolean }>`
    select name, bool_or(start_after <= now()) as is_due from pgboss.job
    where name = any(${[...names]}::text[]) and state < 'active'
    group by name
  `.execute(db);
  return new Map(rows.map(({ name, isDue }) => [name, isDue]));
}
