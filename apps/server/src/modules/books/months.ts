import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { OperatorFault } from '../operators/record-action.ts';

/** This month and those after it: enough for a server that is stopped for weeks. */
const openCount = 3;

/**
 * Opens the partitions of this month and the next ones, where they are not open yet. A month whose rows are in the
 * default partition already stays there, and raises an alarm until it is over: it cannot be archived.
 */
export async function openMonths(context: Pick<AppContext, 'db' | 'clock' | 'random' | 'log'>): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const looked: string[] = [];
  for (let ahead = 0; ahead < openCount; ahead += 1) {
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 10);
    const { rows } = await sql<{ isOpen: boolean }>`select open_month(${day}::date) as is_open`.execute(db);
    const alarm = { kind: 'month_not_opened', subject: day.slice(0, 7) } as const;
    looked.push(alarm.subject);
    if (rows[0]?.isOpen === true) await clearAlarm(context, db, alarm.kind, alarm.subject);
    else await raiseAlarm(context, db, alarm);
  }
  const open = db.selectFrom('alarms').select('subject').where('kind', '=', 'month_not_opened');
  const others = open.where('clearedAt', 'is', null).where('subject', 'not in', looked);
  for (const { subject } of await others.execute()) await clearAlarm(context, db, 'month_not_opened', subject);
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

/** So many tries, and so long between them, in which clients go on. */
const [lockTries, betweenMs, canceled] = [120, 250, '57014'];

/**
 * Locks all that a part which leaves or comes locks, before any of it changes: who waits afterwards waits for this
 * alone. A try ends before the database looks for a deadlock, which would fail the client that waits for it.
 *
 * @throws OperatorFault where clients left no moment for it
 */
export async function lockMonths(trx: Executor): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await sql`savepoint months`.execute(trx);
    try {
      await sql`
        select set_config('statement_timeout', (setting::integer / 2)::text, true) from pg_settings where name = 'deadlock_timeout'
      `.execute(trx);
      await sql`lock table orders, ledger_keys, ledger_entries, order_events in access exclusive mode`.execute(trx);
      await sql`set local statement_timeout = 0`.execute(trx);
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== canceled) throw error;
      await sql`rollback to savepoint months`.execute(trx);
      if (tries === lockTries) throw new OperatorFault('Clients are busy: give it again later.', { cause: error });
    }
    await sleep(betweenMs);
  }
}
