import type { PgBoss } from 'pg-boss';
import type { AppContext } from '../context.ts';
import type { Job } from './bind-job.ts';
import { createQueue } from './create-queue.ts';
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
  let count = 0;
  for (const job of jobs) {
    const { name } = job.definition;
    await createQueue(boss, job.definition);
    const taken = await boss.fetch(name, { batchSize: 50, includeMetadata: true, ignoreStartAfter: isEarly });
    count += taken.length;
    for (const { id, status, output } of await runBatch(context, job, taken)) {
      if (status === 'completed') await boss.complete(name, id);
      else await boss.fail(name, id, output);
    }
  }
  return count;
}
