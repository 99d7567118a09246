import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from './types.generated.ts';

export type Db = Kysely<DB>;
/** The database, or a transaction on it. */
export type Executor = Db | Transaction<DB>;

/** Does the work in the caller's transaction where there is one, and otherwise in its own. */
export async function inTransaction<Result>(db: Executor, work: (trx: Executor) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/**
 * Cluster, timeline and database. A copy of the files keeps all three; the mark and the chains themselves detect that
 * case.
 */
export const identitySql = sql`(
  (select system_identifier from pg_control_system()) || ':' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
    || ':' || (select oid from pg_database where datname = current_database())
)`;

/** This server's clock, or the database's, is wrong. The transaction is aborted, and done again once it is right. */
export class WrongClock extends Error {
  override readonly name = 'WrongClock';
}

/** Clocks of servers and database that are kept right differ by less. */
const clockSlackMs = 60_000;

/**
 * What limits money by a day or an age is judged by the clock of the process. It proves that clock right first, in the
 * transaction that claims, signs or releases, and before it sends: one whose clock is off does none of it.
 *
 * @throws WrongClock
 */
export async function requireRightClock(executor: Executor): Promise<void> {
  const from = Date.now();
  const { rows } = await sql<{ databaseMs: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as database_ms
  `.execute(executor);
  for (const { databaseMs } of rows) compareClocks(databaseMs, { from, to: Date.now() });
}

/** `from` and `to` are this process's times around the database's one. @throws WrongClock */
export function compareClocks(databaseMs: number, { from, to }: { from: number; to: number }): void {
  if (databaseMs >= from - clockSlackMs && databaseMs <= to + clockSlackMs) return;
  const seconds = Math.round(Math.abs(databaseMs - from) / 1000);
  throw new WrongClock(
    `The clocks of this server and of the database differ by ${seconds} s: nothing is booked, sent or released.`,
  );
}
