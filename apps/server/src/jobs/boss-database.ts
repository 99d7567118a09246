import { type Db, fromKysely } from 'pg-boss';
import { openPool } from '../database/open-pool.ts';
import { StatementNames, nameStatements } from '../database/name-statements.ts';
import type { JobQueue, GatheringQueue } from '../job-queue.ts';

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
export type SendJobs = (db: Db, ...jobs: DropFirst<Parameters<JobQueue['enqueueAll']>>) => Promise<void>;

type DropFirst<All extends readonly unknown[]> = All extends readonly [unknown, ...infer Rest] ? Rest : never;

interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Keeps what the engine would have written, until it is sent as parts of one statement. */
export function gatherJobs(send: SendJobs): GatheringQueue {
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
