import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';

/** This month and those after it: enough for a server that is stopped for weeks. */
const openCount = 3;

/**
 * Opens the partitions of this month and the next ones, where they are not open yet. A month whose rows are in the
 * default partition already stays there, and raises an alarm: it cannot be archived.
 */
export async function openMonths(context: Pick<AppContext, 'db' | 'clock' | 'random' | 'log'>): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  for (let ahead = 0; ahead < openCount; ahead += 1) {
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 10);
    const { rows } = await sql<{ isOpen: boolean }>`select open_month(${day}::date) as is_open`.execute(db);
    const alarm = { kind: 'month_not_opened', subject: day.slice(0, 7) } as const;
    if (rows[0]?.isOpen === true) await clearAlarm(context, db, alarm.kind, alarm.subject);
    else await raiseAlarm(context, db, alarm);
  }
}
