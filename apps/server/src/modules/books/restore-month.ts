import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { insertRows, listTables, partitionOf, describeSums } from './archive-month.ts';
import { dividedTables, readMonthFile, type MonthSums } from './month-file.ts';

/**
 * Puts an archived month back from its file, by the owner's rights: the same rows, proved by the checksums and sums
 * that the database has kept. Balances do not move.
 *
 * @returns the month and what it holds
 * @throws OperatorFault when the file is damaged, or is not the one that was archived
 */
export async function restoreMonth(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  { path, operator }: { path: string; operator: string },
): Promise<{ month: string; sums: MonthSums }> {
  return context.db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '10s'`.execute(trx);
    for (const table of listTables())
      await sql`create temporary table ${sql.table(`restored_${table}`)} (like ${sql.table(table)}) on commit drop`.execute(
        trx,
      );
    const { month, sums } = await readMonthFile(path, (rows) => insertRows(trx, rows, (table) => `restored_${table}`));
    await requireArchived(trx, month, sums);
    await requireSums(trx, month);
    for (const table of listTables()) await attach(trx, table, month);
    await sql`update orders set archived_events = 0 where archived_events > 0 and order_id in (select order_id from restored_order_events)`.execute(
      trx,
    );
    await sql`delete from archived_months where month = ${month}`.execute(trx);
    await sql`delete from ledger_archived_sums where month = ${month}`.execute(trx);
    await recordAction(context, trx, {
      operator,
      action: 'month_restored',
      subject: month,
      details: { file: path, ...describeSums(sums) },
    });
    return { month, sums };
  });
}

async function requireArchived(trx: Executor, month: string, sums: MonthSums): Promise<void> {
  const { rows } = await sql<{ parent: string; rowCount: bigint; sha256: string }>`
    select parent, row_count, sha256 from archived_months where month = ${month}
  `.execute(trx);
  if (rows.length === 0) throw new OperatorFault(`The month ${month} is not archived.`);
  for (const table of listTables()) {
    const known = rows.find(({ parent }) => parent === table);
    if (known?.sha256 !== sums[table].sha256 || known.rowCount !== BigInt(sums[table].rows))
      throw new OperatorFault(
        `The file is not the one that was archived as ${month}: the checksum of ${table} differs.`,
      );
  }
}

async function requireSums(trx: Executor, month: string): Promise<void> {
  const { rows } = await sql<{ path: string }>`
    select path from (
      select path, currency, amount from ledger_archived_sums where month = ${month}
      union all
      select giver, currency, amount from restored_ledger_entries, unnest(givers, currencies, amounts) as given (giver, currency, amount)
      union all
      select taker, currency, -amount from restored_ledger_entries, unnest(takers, currencies, amounts) as taken (taker, currency, amount)
    ) compared group by path, currency having sum(amount) <> 0 limit 1
  `.execute(trx);
  if (rows[0] !== undefined)
    throw new Error(`The restored entries change ${rows[0].path} by another amount than those that were archived.`);
}

async function attach(trx: Executor, table: ReturnType<typeof listTables>[number], month: string): Promise<void> {
  const [parent, part, key] = [sql.table(table), sql.table(partitionOf(table, month)), sql.ref(dividedTables[table])];
  const { rows } = await sql<{ lower: string; upper: string }>`
    select month_start_id(first)::text as lower, month_start_id((first + interval '1 month')::date)::text as upper
    from (select (${month} || '-01')::date as first) as month
  `.execute(trx);
  const { lower, upper } = rows[0] ?? { lower: '', upper: '' };
  await sql`create table ${part} (like ${parent} including defaults including constraints)`.execute(trx);
  await sql`insert into ${part} select * from ${sql.table(`restored_${table}`)}`.execute(trx);
  // Events of the month's orders while it was archived.
  if (table === 'order_events')
    await sql`
      with moved as (delete from order_events_default where ${key} >= ${lower}::uuid and ${key} < ${upper}::uuid returning *)
      insert into ${part} select * from moved
    `.execute(trx);
  await sql`alter table ${parent} attach partition ${part} for values from (${sql.lit(lower)}) to (${sql.lit(upper)})`.execute(
    trx,
  );
  if (table === 'ledger_entries')
    await sql`create trigger ledger_entries_no_truncate before truncate on ${part} execute function ledger_refuse_change()`.execute(
      trx,
    );
}
