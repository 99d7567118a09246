import { fromKysely, type Db } from 'pg-boss';
import type { GatheringQueue, JobQueue } from '../job-queue.ts';

/** Puts a job in by way of `db`; otherwise as `enqueue`. */
export type SendJob = (db: Db, ...job: DropFirst<Parameters<JobQueue['enqueue']>>) => Promise<void>;

type DropFirst<All extends readonly unknown[]> = All extends readonly [unknown, ...infer Rest] ? Rest : never;

interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Keeps what the engine would have written, until it goes out as parts of one statement. */
export function gatherJobs(send: SendJob): GatheringQueue {
  const kept: Statement[] = [];
  const keeper: Db = {
    executeSql: async (text, values = []) => {
      kept.push({ text, values });
      return { rows: [] };
    },
  };
  const queue: GatheringQueue = {
    enqueue: (_executor, ...job) => send(keeper, ...job),
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

/** One statement that carries out all of them; each keeps its parameters, counted on. */
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
