import type { Executor } from './db.ts';

/** Does the work in the caller's transaction where there is one, and else in its own. */
export async function inTransaction<Result>(db: Executor, work: (trx: Executor) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
