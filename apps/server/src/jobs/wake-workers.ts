import type { PgBoss } from 'pg-boss';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { type RecurringJob, keepRecurring } from './create-queue.ts';

/** How soon a due job is started. */
const pauseMs = 500;

/** Every five seconds. */
const looksBetweenCare = 10;

interface Woken {
  /** What has a worker of each queue look for jobs at once. */
  wakes: ReadonlyMap<string, () => void>;
  recurring: readonly RecurringJob[];
}

/**
 * Wakes a worker of each queue that has something due, until the queue is stopped. One query over all queues costs a
 * small part of a query by each worker, mostly in vain.
 */
export function wakeWorkers(
  context: Pick<AppContext, 'db' | 'log' | 'jobs'>,
  boss: PgBoss,
  { wakes, recurring }: Woken,
): void {
  const { db, log } = context;
  const stop = new AbortController();
  boss.once('stopped', () => stop.abort());
  let looks = 0;
  const look = async () => {
    try {
      if ((looks += 1) % looksBetweenCare === 1) await keepRecurring(context, recurring);
      for (const name of await findDueQueues(db, [...wakes.keys()])) wakes.get(name)?.();
    } catch (error) {
      if (!stop.signal.aborted) log.warn('jobs that are due could not be looked for', { error });
    }
  };
  const keepLooking = async () => {
    while (!stop.signal.aborted) {
      await look();
      await sleep(pauseMs, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  };
  void keepLooking();
}

/** The first of each queue alone is looked at: as many jobs as there are open orders wait for their time. */
async function findDueQueues(db: AppContext['db'], names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select queue.name from unnest(${names}::text[]) as queue (name)
    where (
      select start_after from pgboss.job where job.name = queue.name and state < 'active' and not blocked
      order by start_after limit 1
    ) <= now()
  `.execute(db);
  return rows.map(({ name }) => name);
}
