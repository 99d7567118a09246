import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';

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
