import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import {
  attachPart,
  describeSums,
  insertRows,
  keptPartOf,
  listTables,
  partitionOf,
  readBounds,
} from './archive-month.ts';
import { dividedTables, readMonthFile, type MonthSums } from './month-file.ts';
import { lockMonths } from './months.ts';

/**
 * Puts an archived month back from its file, by the owner's rights: the same rows, proved by the checksums and sums
 * that the database has kept. Balances do not move.
 *
 * @returns the month and what it holds
 * @throws OperatorFault when the file is damaged, or is not the one that was archived
 */
export async function restoreMonth(
  context: Pick<AppContext, 'db' | 'clock' | 'random' | 'jobs'>,
  { path, operator }: { path: string; operator: string },
): Promise<{ month: string; sums: MonthSums }> {
  return context.db.transaction().execute(async (trx) => {
    for (const table of listTables())
      await sql`create temporary table ${sql.table(`restored_${table}`)} (like ${sql.table(table)}) on commit drop`.execute(
        trx,
      );
    const { month, sums } = await readMonthFile(path, (rows) => insertRows(trx, rows, (table) => `restored_${table}`));
    await requireArchived(trx, month, sums);
    await lockMonths(trx);
    await detachKeptEntries(trx, month);
    await requireSums(trx, month);
    for (const table of listTables()) await attach(trx, table, month);
    await sql`update orders set archived_events = 0, archived_reason = '' where archived_events > 0 and order_id in (select order_id from restored_order_events)`.execute(
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

/** What has stayed of the month, with what came to it since then. */
async function detachKeptEntries(trx: Executor, month: string): Promise<void> {
  const name = keptPartOf(month);
  const there = await sql<{ isThere: boolean }>`select to_regclass(${name}) is not null as is_there`.execute(trx);
  await sql`create temporary table kept_entries (like ledger_entries) on commit drop`.execute(trx);
  // Until now none have stayed.
  if (there.rows[0]?.isThere !== true) return;
  const part = sql.table(name);
  await sql`insert into kept_entries select * from ${part}`.execute(trx);
  await sql`alter table ledger_entries detach partition ${part}`.execute(trx);
  await sql`drop table ${part}`.execute(trx);
}

async function requireSums(trx: Executor, month: string): Promise<void> {
  const { rows } = await sql<{ path: string }>`
    with gone as (
      select * from restored_ledger_entries where entry_id not in (select entry_id from kept_entries)
    )
    select path from (
      select path, currency, amount from ledger_archived_sums where month = ${month}
      union all
      select giver, currency, amount from gone, unnest(givers, currencies, amounts) as given (giver, currency, amount)
      union all
      select taker, currency, -amount from gone, unnest(takers, currencies, amounts) as taken (taker, currency, amount)
    ) compared group by path, currency having sum(amount) <> 0 limit 1
  `.execute(trx);
  if (rows[0] !== undefined)
    throw new Error(`The restored entries change ${rows[0].path} by another amount than those that were archived.`);
}

async function attach(trx: Executor, table: ReturnType<typeof listTables>[number], month: string): Promise<void> {
  const { lower, upper } = await readBounds(trx, month);
  const key = sql.ref(dividedTables[table]);
  // Of what came while it was archived.
  if (table === 'order_events')
    await sql`
      with moved as (delete from order_events_default where ${key} >= ${lower}::uuid and ${key} < ${upper}::uuid returning *)
      insert into restored_order_events select * from moved
    `.execute(trx);
  else
    await sql`insert into restored_ledger_entries select * from kept_entries except select * from restored_ledger_entries`.execute(
      trx,
    );
  const rows = sql`select * from ${sql.table(`restored_${table}`)}`;
  await attachPart(trx, table, { month, name: partitionOf(table, month), rows });
}
