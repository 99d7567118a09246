import type { Kysely, Transaction } from 'kysely';
import type { DB } from './types.generated.ts';

export type Db = Kysely<DB>;
/** The database, or a transaction on it. */
export type Executor = Db | Transaction<DB>;

/** Does the work in the caller's transaction where there is one, and otherwise in its own. */
export async function inTransaction<Result>(db: Executor, work: (trx: Executor) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
