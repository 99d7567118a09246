import { sql, type RawBuilder } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { setAlarms } from '../alarms/raise-alarm.ts';
import { booksLaws, type Since } from './books-laws.ts';
import { notArchived } from './months.ts';

const kind = 'books_wrong';
/** The job runs every minute; it may have been stopped for a while. */
const lookBackMs = 10 * 60 * 1000;

/** A broken law of the books, in one line. */
interface BooksFault {
  /** A currency, an account, an order's public id, a payment. */
  subject: string;
  fault: string;
}

/** @param from older rows were checked already */
export async function findBooksFaults(executor: Executor, from = new Date(0)): Promise<BooksFault[]> {
  const firstId = `${from.getTime().toString(16).padStart(12, '0')}${'0'.repeat(20)}`;
  const laws: readonly ((since: Since) => RawBuilder<unknown>)[] = Object.values(booksLaws);
  const since = sql<string>`greatest(${firstId}::uuid, ${notArchived})`;
  const questions = laws.map((law) => sql`select subject, fault from (${law(since)}) as law`);
  const { rows } = await sql<BooksFault>`${sql.join(questions, sql` union all `)}`.execute(executor);
  return rows;
}

/** Checks the books by themselves: an alarm for each fault, until it is corrected. */
export async function checkBooks(context: AppContext): Promise<void> {
  const { db, clock } = context;
  const { oldest } = await db
    .selectFrom('alarms')
    .select(({ fn }) => fn.min('raisedAt').as('oldest'))
    .where('kind', '=', kind)
    .where('clearedAt', 'is', null)
    .executeTakeFirstOrThrow();
  // A fault is checked again until it is corrected.
  const from = (oldest ?? clock.now()).getTime() - lookBackMs;
  const faults = await findBooksFaults(db, new Date(Math.min(from, clock.now().getTime() - lookBackMs)));
  await setAlarms(
    context,
    kind,
    faults.map(({ subject, fault }) => ({ subject, details: { fault } })),
  );
}
