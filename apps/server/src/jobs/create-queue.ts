import type { PgBoss, QueueOptions, QueueResult } from 'pg-boss';
import { deadJob } from './define-job.ts';
import type { JobDefinition } from '../job-queue.ts';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';

/** A worker without a heartbeat for so long has died, and its job is given to another. */
const heartbeatSeconds = 10;
/** Longest that one attempt may take. */
const tryMaxSeconds = 120;
/** An order may wait for weeks, its jobs with it. */
const waitMaxSeconds = 90 * 24 * 3600;
const keptSeconds = 2 * 24 * 3600;

/** Queues made by this process, so that they are made once. */
const made = new WeakMap<PgBoss, Map<string, Promise<void>>>();
/** Queues that were there at its first question: a process that starts again asks once for all of them. */
const found = new WeakMap<PgBoss, Promise<QueueResult[]>>();

/**
 * Makes the queue of a job, or updates it to its definition; once in a process. It queries the database over the
 * queue's own connections, so it is done before a transaction enqueues the first job.
 */
export async function createQueue(boss: PgBoss, definition: JobDefinition): Promise<void> {
  const known = made.get(boss) ?? new Map<string, Promise<void>>();
  made.set(boss, known);
  const making = known.get(definition.name) ?? make(boss, definition);
  known.set(definition.name, making);
  await making.catch((error: unknown) => {
    found.delete(boss);
    known.delete(definition.name);
    throw error;
  });
}

async function make(boss: PgBoss, definition: JobDefinition): Promise<void> {
  const options: QueueOptions & { deadLetter?: string } = {
    // The next run of a recurring job is its retry; one more is for a run whose worker died.
    retryLimit: isRecurring(definition) ? 1 : definition.retries,
    retryDelay: definition.retrySeconds,
    retryBackoff: true,
    retryDelayMax: definition.retryMaxSeconds,
    heartbeatSeconds,
    expireInSeconds: tryMaxSeconds,
    retentionSeconds: waitMaxSeconds,
    deleteAfterSeconds: keptSeconds,
  };
  const isDead = definition.name === deadJob.name;
  if (!isDead) {
    await createQueue(boss, deadJob);
    options.deadLetter = deadJob.name;
  }
  if (await isThere(boss, definition.name, options)) return;
  // Dead jobs come without a key of their own, and none may be dropped.
  await boss.createQueue(definition.name, { ...options, policy: isDead ? 'standard' : 'short' });
  await boss.updateQueue(definition.name, options);
  // The engine reads a queue's settings at the first use: done now, as later it may be within a transaction.
  await boss.insert(definition.name, [], { db: { executeSql: async () => ({ rows: [] }) } });
}

/** Whether a queue was made before, with the same settings. The engine has read them at its start. */
async function isThere(boss: PgBoss, name: string, options: QueueOptions & { deadLetter?: string }): Promise<boolean> {
  const asking = found.get(boss) ?? boss.getQueues();
  found.set(boss, asking);
  const queue = (await asking).find((one) => one.name === name);
  const { deadLetter = null, ...others } = options;
  const settings = new Map(Object.entries(queue ?? {}));
  return (
    queue !== undefined &&
    (queue.deadLetter ?? null) === deadLetter &&
    Object.entries(others).every(([setting, value]) => settings.get(setting) === value)
  );
}

/** A recurring job that runs more often than a cron line can say. */
export type RecurringJob = JobDefinition & { everySeconds: number };

/** A run that is so much later than planned was not queued correctly. */
const tolerance = 2;

export function isRecurring(definition: JobDefinition): definition is RecurringJob {
  return definition.everySeconds !== undefined;
}

/** Enqueues the next run, timed by the database's clock: that of a server may be ahead. */
export async function enqueueNext(
  context: Pick<AppContext, 'db' | 'jobs'>,
  definition: JobDefinition,
  pauseSeconds: number,
): Promise<void> {
  await context.jobs.enqueue(context.db, definition, {}, { pauseSeconds, singletonKey: 'next' });
}

/**
 * Repairs what keeps a recurring job from running: a next run that was queued while the database's clock was ahead, or
 * none at all.
 */
export async function keepRecurring(
  context: Pick<AppContext, 'db' | 'jobs'>,
  definitions: readonly RecurringJob[],
): Promise<void> {
  const names = definitions.map(({ name }) => name);
  const seconds = definitions.map((definition) => Math.max(definition.everySeconds, definition.retryMaxSeconds));
  await sql`
    update pgboss.job set start_after = now()
    from unnest(${names}::text[], ${seconds}::int[]) as recurring (name, seconds)
    where job.name = recurring.name and job.state < 'active' and not job.blocked
      and job.start_after > now() + make_interval(secs => recurring.seconds * ${tolerance})
  `.execute(context.db);
  const { rows } = await sql<{ name: string }>`
    select distinct name from pgboss.job where name = any(${names}) and state in ('created', 'retry', 'active')
  `.execute(context.db);
  const present = new Set(rows.map(({ name }) => name));
  for (const definition of definitions) if (!present.has(definition.name)) await enqueueNext(context, definition, 0);
}
