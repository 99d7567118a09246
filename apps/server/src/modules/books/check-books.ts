import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { setAlarms } from '../alarms/raise-alarm.ts';
import { askForFaults, type BooksFault } from './books-laws.ts';

const kind = 'books_wrong';
/** The job runs every minute; it may have been stopped for a while. */
const lookBackMs = 10 * 60 * 1000;

/** @param since older rows were checked already */
export async function findBooksFaults(executor: Executor, since = new Date(0)): Promise<BooksFault[]> {
  const { rows } = await askForFaults(since).execute(executor);
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
