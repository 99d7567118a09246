import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';

const counts = z.tuple([
  z.object({ statements: z.coerce.number(), commits: z.coerce.number(), credited: z.coerce.number() }),
]);
const uncredited = z.tuple([z.object({ count: z.coerce.number() })]);
const pids = z.tuple([z.object({ pid: z.number() })]);

/** What the database has done so far. */
export interface OrderCounts {
  statements: number;
  commits: number;
  credited: number;
}

/** Reads the database's own figures; it must have been started with `pg_stat_statements`. */
export class OrderStatistics {
  readonly #database: pg.Client;

  constructor(database: pg.Client) {
    this.#database = database;
  }

  async read(): Promise<OrderCounts> {
    await this.#database.query('create extension if not exists pg_stat_statements');
    const { rows } = await this.#database.query(
      `select (select sum(calls) from pg_stat_statements) as statements,
        (select xact_commit from pg_stat_database where datname = current_database()) as commits,
        (select count(*) from card_payments where credited_at is not null) as credited`,
    );
    return counts.parse(rows)[0];
  }

  /** How many of the orders are not credited after so many seconds. */
  async countUncredited(niceIds: readonly string[], withinSeconds: number): Promise<number> {
    for (const deadline = performance.now() + withinSeconds * 1000; ; await sleep(250)) {
      const { rows } = await this.#database.query(
        'select count(*) from card_payments join orders using (order_id) where nice_id = any($1) and credited_at is null',
        [niceIds],
      );
      const [{ count }] = uncredited.parse(rows);
      if (count === 0 || performance.now() > deadline) return count;
    }
  }

  /** The process from which all others of PostgreSQL come. */
  async serverPid(): Promise<number> {
    const { rows } = await this.#database.query('select pg_backend_pid() as pid');
    const [{ pid }] = pids.parse(rows);
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1] ?? pid);
  }
}
