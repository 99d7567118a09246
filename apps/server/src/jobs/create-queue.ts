import type { PgBoss, QueueOptions } from 'pg-boss';
import { deadJob } from './dead-job.ts';
import { isRecurring } from './keep-recurring.ts';
import type { JobDefinition } from '../job-queue.ts';

/** A worker that is silent for so long has died, and its job is given to another. */
const heartbeatSeconds = 10;
/** Longest that one try may take. */
const tryMaxSeconds = 120;
/** An order may wait for weeks, its jobs with it. */
const waitMaxSeconds = 90 * 24 * 3600;
const keptSeconds = 2 * 24 * 3600;

/** Queues made by this process, so that they are made once. */
const made = new WeakMap<PgBoss, Map<string, Promise<void>>>();

/**
 * Makes the queue of a job, or brings it up to date with its definition; once in a process. It asks the database by the
 * queue's own connections, so it is done before a transaction puts the first job in.
 */
export async function createQueue(boss: PgBoss, definition: JobDefinition): Promise<void> {
  const known = made.get(boss) ?? new Map<string, Promise<void>>();
  made.set(boss, known);
  const making = known.get(definition.name) ?? make(boss, definition);
  known.set(definition.name, making);
  await making.catch((error: unknown) => {
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
  // Dead jobs come without a key of their own, and none may be dropped.
  await boss.createQueue(definition.name, { ...options, policy: isDead ? 'standard' : 'short' });
  await boss.updateQueue(definition.name, options);
  // The engine reads what it knows of a queue at the first use: now, as later it may be within a transaction.
  await boss.insert(definition.name, [], { db: { executeSql: async () => ({ rows: [] }) } });
}
