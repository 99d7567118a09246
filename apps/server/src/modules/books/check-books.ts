import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { setAlarms } from '../alarms/raise-alarm.ts';
import { askForFaults, type BooksFault } from './books-laws.ts';

const kind = 'books_wrong';
/** The job looks every minute; it may have stood still for a while. */
const lookBackMs = 10 * 60 * 1000;

/** @param since what is older was looked at already */
export async function findBooksFaults(executor: Executor, since = new Date(0)): Promise<BooksFault[]> {
  const { rows } = await askForFaults(since).execute(executor);
  return rows;
}

/** Looks after the books by themselves: an alarm for what is wrong, until it is right. */
export async function checkBooks(context: AppContext): Promise<void> {
  const { db, clock } = context;
  const { oldest } = await db
    .selectFrom('alarms')
    .select(({ fn }) => fn.min('raisedAt').as('oldest'))
    .where('kind', '=', kind)
    .where('clearedAt', 'is', null)
    .executeTakeFirstOrThrow();
  // What was wrong before is looked at until it is right.
  const from = (oldest ?? clock.now()).getTime() - lookBackMs;
  const faults = await findBooksFaults(db, new Date(Math.min(from, clock.now().getTime() - lookBackMs)));
  await setAlarms(
    context,
    kind,
    faults.map(({ subject, fault }) => ({ subject, details: { fault } })),
  );
}
