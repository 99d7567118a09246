import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../context.ts';
import type { Db, Executor } from '../../database/db.ts';

/** The later of our clock and the latest time that any process has recorded, for a statement. */
export function knownNow({ clock }: { clock: Clock }): RawBuilder<Date> {
  return sql<Date>`greatest(${clock.now()}::timestamptz, (select at from known_time))`;
}

const known = z.object({ now: z.date() });

/** The same, read. What money is promised until ends by it: a clock that went back must not prolong that. */
export async function readNow(executor: Executor, context: { clock: Clock }): Promise<Date> {
  const { rows } = await sql`select ${knownNow(context)} as now`.execute(executor);
  return known.parse(rows[0]).now;
}

/** Records the present time, for a clock that may go back. @returns the latest time known */
export async function keepTime({ db, clock }: { db: Db; clock: Clock }): Promise<Date> {
  const { at } = await db
    .insertInto('knownTime')
    .values({ at: clock.now() })
    .onConflict((conflict) =>
      conflict.column('isOnly').doUpdateSet({ at: sql<Date>`greatest(known_time.at, excluded.at)` }),
    )
    .returning('at')
    .executeTakeFirstOrThrow();
  return at;
}

/** Accepts our clock although a later time was recorded. */
export async function resetTime(executor: Executor, { clock }: { clock: Clock }): Promise<void> {
  await executor.updateTable('knownTime').set({ at: clock.now() }).execute();
}
