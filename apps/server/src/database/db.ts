import { type Kysely, sql, type Transaction } from 'kysely';
import { OperatorFault } from '../errors.ts';
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

/** What an operator was identified by. */
export interface OperatorProof {
  name: string;
  keyHash: Uint8Array;
  role: string;
}

/**
 * Proves key and role again in the transaction of what a command changes: an operator may have ended since it began.
 * Who changes operators waits for such transactions, and none of them waits for that.
 *
 * @throws OperatorFault
 */
export async function requireProof({ proof }: { proof?: OperatorProof }, trx: Executor): Promise<void> {
  if (proof === undefined) return;
  const { name, keyHash, role } = proof;
  const lock = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtext('operators')) as is_free
  `.execute(trx);
  if (lock.rows[0]?.isFree !== true) throw new OperatorFault('Operators are changed just now: give it again.');
  const known = trx.selectFrom('operators').select('roles').where('name', '=', name).where('endedAt', 'is', null);
  const operator = await known.where('keyHash', '=', Buffer.from(keyHash)).executeTakeFirst();
  if (operator?.roles.includes(role) !== true)
    throw new OperatorFault(`${name} has ended, or has another key or other roles by now. Nothing was changed.`);
}

/** Until it commits no command is carried out by an operator whom this changes. */
export async function lockOperators(trx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('operators'))`.execute(trx);
}
