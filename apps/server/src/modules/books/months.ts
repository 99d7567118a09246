import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
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

/**
 * Every month of the ledger and the order events, the oldest first, in one line each: where it is and how many rows it
 * has.
 */
export async function listMonths(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select month || '  ' || parent || '  ' || place as line from (
      select replace(right(part.relname, 7), '_', '-') as month, parent.relname::text as parent,
        'about ' || greatest(part.reltuples, 0)::bigint || ' rows, ' || pg_size_pretty(pg_total_relation_size(part.oid)) as place
      from pg_inherits join pg_class parent on parent.oid = inhparent join pg_class part on part.oid = inhrelid
      where parent.relname in ('ledger_entries', 'order_events') and part.relname ~ '_[0-9]{4}_[0-9]{2}$'
      union all
      select month, parent, 'archived ' || to_char(archived_at, 'YYYY-MM-DD') || ', ' || row_count || ' rows, sha256 ' || sha256
      from archived_months
    ) known order by month, parent
  `.execute(executor);
  return rows.map(({ line }) => line);
}

/** The least id whose entries are all here: what is archived was looked at, and its entries are in a file. */
export const notArchived = sql<string>`coalesce((
  select month_start_id(((max(month) || '-01')::date + interval '1 month')::date) from archived_months
), '00000000-0000-0000-0000-000000000000'::uuid)`;
