import { randomUUID } from 'node:crypto';
import { type Db, PgBoss, fromKysely } from 'pg-boss';
import type { Log } from '../log.ts';
import { createQueue } from './create-queue.ts';
import type { GatheringQueue, JobDefinition, JobQueue } from '../job-queue.ts';
import { StatementNames, nameStatements } from '../database/name-statements.ts';
import { openPool } from '../database/open-pool.ts';

/** How soon a job of a killed worker is noticed. */
const superviseSeconds = 5;

/** The queue over the same PostgreSQL as everything else. */
interface RunningJobQueue {
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
    const rows = jobs.map(({ payload, startAfter, pauseSeconds, singletonKey = randomUUID() }) => ({
      data: { payload },
      singletonKey,
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

/** The queue's own connections. Workers repeat the same few queries twice a second: their statements are named. */
export function createBossDatabase(url: string, max: number): Db & { close(): Promise<void> } {
  const pool = openPool({ connectionString: url, max, application_name: 'causeway-jobs' });
  const names = new StatementNames();
  pool.on('connect', (client) => {
    // A lost connection is replaced at the next statement; the broken statement fails and is reported.
    client.on('error', () => {});
    nameStatements(client, names);
  });
  return {
    async executeSql(text, values) {
      const client = await pool.connect();
      let hasFailed = true;
      try {
        const answer = await client.query(text, values);
        hasFailed = false;
        return answer;
      } finally {
        // The engine sends scripts with their own begin and commit: one that failed leaves its transaction open.
        client.release(hasFailed);
      }
    },
    close: () => pool.end(),
  };
}

/** Enqueues jobs over `db`; otherwise as `enqueueAll`. */
type SendJobs = (db: Db, ...jobs: DropFirst<Parameters<JobQueue['enqueueAll']>>) => Promise<void>;

type DropFirst<All extends readonly unknown[]> = All extends readonly [unknown, ...infer Rest] ? Rest : never;

interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Keeps what the engine would have written, until it is sent as parts of one statement. */
function gatherJobs(send: SendJobs): GatheringQueue {
  const kept: Statement[] = [];
  const keeper: Db = {
    executeSql: async (text, values = []) => {
      kept.push({ text, values });
      return { rows: [] };
    },
  };
  const queue: GatheringQueue = {
    enqueue: (_executor, definition, payload, options) => send(keeper, definition, [{ ...options, payload }]),
    enqueueAll: (_executor, ...jobs) => send(keeper, ...jobs),
    gather: () => queue,
    flush: async (executor, together) => {
      const statements = kept.splice(0);
      if (together !== undefined) {
        const { sql: text, parameters: values } = together.compile();
        statements.unshift({ text, values });
      }
      if (statements.length === 0) return;
      const { text, values } = joinStatements(statements);
      await fromKysely(executor).executeSql(text, [...values]);
    },
  };
  return queue;
}

/** One statement that carries out all of them; each keeps its parameters, renumbered. */
function joinStatements(statements: readonly Statement[]): Statement {
  const parts: string[] = [];
  const values: unknown[] = [];
  for (const statement of statements) {
    const offset = values.length;
    const text = statement.text.replace(/\$(\d+)/g, (_whole, number: string) => `$${Number(number) + offset}`);
    parts.push(`job_${parts.length} as (${text})`);
    values.push(...statement.values);
  }
  return { text: `with ${parts.join(', ')} select 1`, values };
}
