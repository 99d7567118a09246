import { resetTime } from '../rates/known-time.ts';
import type { AppContext } from '../../context.ts';
import { noteAction } from './note-action.ts';

/** Believes the servers' clock although it went back: it had been ahead. Promised prices count by it again. */
export async function trustClock(context: AppContext, { operator }: { operator: string }): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    await resetTime(trx, context);
    await noteAction(context, trx, { operator, action: 'clock_trusted', subject: 'clock' });
  });
}
