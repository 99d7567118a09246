import { randomUUID } from 'node:crypto';
import { PgBoss, fromKysely } from 'pg-boss';
import type { Log } from '../log.ts';
import { createQueue } from './create-queue.ts';
import type { JobDefinition, JobQueue } from '../job-queue.ts';
import { createBossDatabase, type SendJobs, gatherJobs } from './boss-database.ts';

/** How soon a job of a killed worker is noticed. */
const superviseSeconds = 5;

/** The queue over the same PostgreSQL as everything else. */
export interface RunningJobQueue {
  queue: JobQueue;
  /** The engine, for the worker. */
  boss: PgBoss;
  stop(): Promise<void>;
}

const usualConnections = 2;

/** How the queue is opened. */
interface JobQueueOptions {
  url: string;
  log: Log;
  /** Also maintains leases and schedules. */
  isWorker: boolean;
  /** Jobs that transactions will enqueue. */
  definitions: readonly JobDefinition[];
  /** Most connections. */
  connections?: number;
}

/** Opens the queue. Enqueuing works at once. */
export async function createJobQueue(options: JobQueueOptions): Promise<RunningJobQueue> {
  const { url, log, isWorker, definitions, connections = usualConnections } = options;
  const database = createBossDatabase(url, connections);
  const boss = new PgBoss({
    db: database,
    // Its tables are made with all others, by the role that owns them.
    migrate: false,
    supervise: isWorker,
    schedule: isWorker,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    reindex: false,
  });
  boss.on('error', (error) => log.error('the job queue failed', { error }));
  await boss.start();
  for (const definition of definitions) await createQueue(boss, definition);
  const send: SendJobs = async (db, definition, jobs) => {
    await createQueue(boss, definition);
    const rows = jobs.map(({ payload, startAfter, pauseSeconds, owner, singletonKey = randomUUID() }) => ({
      data: { payload },
      singletonKey,
      ...(owner === undefined ? {} : { group: { id: owner } }),
      ...(startAfter === undefined ? {} : { startAfter }),
      ...(pauseSeconds === undefined ? {} : { startAfter: `${pauseSeconds} seconds` }),
    }));
    if (rows.length > 0) await boss.insert(definition.name, rows, { db });
  };
  const queue: JobQueue = {
    enqueue: (executor, definition, payload, options) =>
      send(fromKysely(executor), definition, [{ ...options, payload }]),
    enqueueAll: (executor, ...jobs) => send(fromKysely(executor), ...jobs),
    gather: () => gatherJobs(send),
  };
  const stop = async () => {
    await boss.stop({ graceful: true, timeout: 10_000 });
    await database.close();
  };
  return { queue, boss, stop };
}
