import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { type Executor, requireRightClock } from '../../database/db.ts';
import { chargebackEnd } from '../acquirer-payins/card-payin.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import {
  dividedTables,
  readMonthFile,
  writeMonthFile,
  type DividedTable,
  type MonthRow,
  type MonthSums,
} from './month-file.ts';
import { lockMonths } from './months.ts';

/** Chargebacks and complaints still need younger months. */
export const keptMonths = 13;
const pageSize = 2000;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Entries that stay in the database: a loss can end, and money come back, however late. What any other one gave to a
 * client is kept in `balance_operations`.
 */
export const keptKinds: readonly string[] = [
  'bank_taken_back',
  'bank_unplaced',
  'card_chargeback',
  'card_payout_again',
  'card_payout_return',
  'card_refund',
  'card_won',
  'deposit_lost',
  'deposit_paid_again',
  'deposit_regained',
  'forgotten_payment',
  'forgotten_payment_lost',
  'forgotten_payment_won',
  'held_freed',
  'kept_booked',
  'outside_spend',
  'partner_fee_lost',
  'partner_fee_returned',
  'proceeds_held',
  'refund_to_balance',
  'reversal',
];

type OwnerContext = Pick<AppContext, 'config' | 'db' | 'clock' | 'random' | 'jobs'>;

/**
 * Moves a month of ledger entries and order events from the database into a file, by the owner's rights. Balances,
 * keys, sums and what losses ask for stay. The file is read again and compared row by row and account by account before
 * anything is deleted: a failure leaves the database unchanged.
 *
 * @returns where the file is and what it holds
 * @throws OperatorFault when the month is too young, not the oldest, or something of it is still open, and where the
 *   database's last answer was lost; WrongClock
 */
export async function archiveMonth(
  context: OwnerContext,
  { month, folder, operator }: { month: string; folder: string; operator: string },
): Promise<{ path: string; sums: MonthSums }> {
  requireOld(context, month);
  const path = join(folder, `causeway-${month}.jsonl.gz`);
  let [isWritten, isTaken] = [false, false];
  try {
    return await context.db.transaction().execute(async (trx) => {
      await requireRightClock(trx);
      await requireOldest(trx, month);
      await requireNothingOpen(trx, month);
      isWritten = true;
      const sums = await writeMonthFile(path, month, pageRows(trx, month));
      await proveFile(trx, path, month);
      await keepSums(trx, month);
      await lockMonths(trx);
      await requireAll(trx, month, sums);
      await forget(context, trx, month, sums);
      const details = { file: path, ...describeSums(sums) };
      await recordAction(context, trx, { operator, action: 'month_archived', subject: month, details });
      isTaken = true;
      return { path, sums };
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new OperatorFault(`There is a file ${path} already. Look at what it is, and keep it elsewhere.`);
    // Where the answer is lost, the rows may have left.
    if (isTaken)
      throw new OperatorFault(
        `Whether ${month} was archived is not known: list says so. If it was, nothing but ${path} has it.`,
        { cause: error },
      );
    if (isWritten) await rm(path, { force: true });
    throw error;
  }
}

/** The tables that are partitioned by month. */
export function listTables(): readonly DividedTable[] {
  return ['ledger_entries', 'order_events'];
}

/** The name of a table's part for a month. */
export function partitionOf(table: DividedTable, month: string): string {
  return `${table}_${month.replace('-', '_')}`;
}

/** The sums by table as text, for the audit log. */
export function describeSums(sums: MonthSums): Record<string, string> {
  return Object.fromEntries(
    listTables().map((table) => [table, `${sums[table].rows} rows, sha256 ${sums[table].sha256}`]),
  );
}

/** A payment that can still be charged back is asked for again, and its books must be here then. */
function requireOld({ clock, config }: OwnerContext, month: string): void {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new OperatorFault(`${month} is no month: write it as 2026-11.`);
  const now = clock.now();
  const kept = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths));
  const [youngest = ''] = [kept, chargebackEnd(config, now)].map((at) => at.toISOString().slice(0, 7)).toSorted();
  if (month >= youngest)
    throw new OperatorFault(
      `${month} is too young: months before ${youngest} can be archived, chargebacks ask for others.`,
    );
}

/** Everything archived is older than some moment, and the comparison of old orders relies on that. */
async function requireOldest(trx: Executor, month: string): Promise<void> {
  const { rows } = await sql<{ table: string; month: string }>`
    select parent.relname as table, replace(right(part.relname, 7), '_', '-') as month
    from pg_inherits join pg_class parent on parent.oid = inhparent join pg_class part on part.oid = inhrelid
    where parent.relname in ('ledger_entries', 'order_events') and part.relname ~ '_[0-9]{4}_[0-9]{2}$'
    order by 2, 1
  `.execute(trx);
  const [oldest] = rows;
  if (oldest === undefined || !rows.some((row) => row.month === month))
    throw new OperatorFault(`There is no month ${month} in the database: it was archived, or never opened.`);
  if (oldest.month !== month) throw new OperatorFault(`${oldest.month} is older: archive it first.`);
}

async function requireNothingOpen(trx: Executor, month: string): Promise<void> {
  const { rows } = await sql<{ what: string }>`
    with ends as (select ((${month} || '-01')::date + interval '1 month') at time zone 'UTC' as at)
    select 'the order ' || nice_id || ' is ' || status as what from orders, ends
    where status not in ('finished', 'error', 'expired', 'refunded', 'canceled') and created_at < ends.at
    union all
    select 'a refund of the order ' || nice_id || ' is under way' from refunds join orders using (order_id), ends
    where refunds.status <> 'done' and orders.created_at < ends.at
    union all
    select 'the deposit ' || txid || ' is ' || deposits.status from deposits, ends
    where status in ('seen', 'credited') and seen_at < ends.at
    limit 1
  `.execute(trx);
  if (rows[0] !== undefined) throw new OperatorFault(`${month} is not over: ${rows[0].what}.`);
}

async function* pageRows(trx: Executor, month: string): AsyncGenerator<MonthRow> {
  for (const table of listTables()) {
    const key = sql.ref(dividedTables[table]);
    const order = table === 'ledger_entries' ? sql`entry_id, 2` : sql`order_id, event_number`;
    const place = table === 'ledger_entries' ? sql`0` : sql`event_number`;
    for (let after = { id: firstId, place: 0 }; ;) {
      const { rows } = await sql<{ id: string; place: number; json: string }>`
        select ${key}::text as id, ${place} as place, row_to_json(part)::text as json
        from ${sql.table(partitionOf(table, month))} as part
        where (${key}, ${place}) > (${after.id}::uuid, ${after.place}::integer)
        order by ${order} limit ${pageSize}
      `.execute(trx);
      for (const { json } of rows) yield { table, json };
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) break;
      after = last;
    }
  }
}

/** Reads the file into tables beside the month's, and compares every row. */
async function proveFile(trx: Executor, path: string, month: string): Promise<void> {
  for (const table of listTables())
    await sql`create temporary table ${sql.table(`proof_${table}`)} (like ${sql.table(table)}) on commit drop`.execute(
      trx,
    );
  await readMonthFile(path, (rows) => insertRows(trx, rows, (table) => `proof_${table}`));
  for (const table of listTables()) {
    const [part, proof] = [sql.table(partitionOf(table, month)), sql.table(`proof_${table}`)];
    const { rows } = await sql<{ count: bigint }>`
      select count(*) as count from (
        (select * from ${part} except all select * from ${proof}) union all (select * from ${proof} except all select * from ${part})
      ) different
    `.execute(trx);
    if (rows[0]?.count !== 0n)
      throw new OperatorFault(`What ${path} would hold of ${table} is not what the month has: give it again.`);
  }
}

/** Nothing of a month is changed or deleted: what came while it was written shows in how many rows there are. */
async function requireAll(trx: Executor, month: string, sums: MonthSums): Promise<void> {
  for (const table of listTables()) {
    const { rows } = await sql<{ count: bigint }>`
      select count(*) as count from ${sql.table(partitionOf(table, month))}
    `.execute(trx);
    if (rows[0]?.count !== BigInt(sums[table].rows))
      throw new OperatorFault(`Something of ${month} happened meanwhile: give it again.`);
  }
}

/** The name of the part with those entries of an archived month that stay. */
export function keptPartOf(month: string): string {
  return `${partitionOf('ledger_entries', month)}_kept`;
}

/** A table with these rows becomes the part of a month. They are in it before that: no balance moves. */
export async function attachPart(
  trx: Executor,
  table: DividedTable,
  { month, name, rows }: { month: string; name: string; rows: RawBuilder<unknown> },
): Promise<void> {
  const [parent, part] = [sql.table(table), sql.table(name)];
  const { lower, upper } = await readBounds(trx, month);
  await sql`create table ${part} (like ${parent} including defaults including constraints)`.execute(trx);
  await sql`insert into ${part} ${rows}`.execute(trx);
  await sql`alter table ${parent} attach partition ${part} for values from (${sql.lit(lower)}) to (${sql.lit(upper)})`.execute(
    trx,
  );
  if (table === 'ledger_entries')
    await sql`create trigger ledger_entries_no_truncate before truncate on ${part} execute function ledger_refuse_change()`.execute(
      trx,
    );
}

/** The least ids of a month, and of the next one. */
export async function readBounds(trx: Executor, month: string): Promise<{ lower: string; upper: string }> {
  const { rows } = await sql<{ lower: string; upper: string }>`
    select month_start_id(first)::text as lower, month_start_id((first + interval '1 month')::date)::text as upper
    from (select (${month} || '-01')::date as first) as month
  `.execute(trx);
  return rows[0] ?? { lower: '', upper: '' };
}

/** Inserts rows as they were written, into the named tables. */
export async function insertRows(
  trx: Executor,
  rows: readonly MonthRow[],
  nameOf: (table: DividedTable) => string,
): Promise<void> {
  for (const table of listTables()) {
    const texts = rows.filter((row) => row.table === table).map(({ json }) => json);
    if (texts.length === 0) continue;
    await sql`
      insert into ${sql.table(nameOf(table))}
      select made.* from unnest(${texts}::text[]) as text, json_populate_record(null::${sql.table(table)}, text::json) as made
    `.execute(trx);
  }
}

/** The changes by a month's entries stay as one sum for each account. */
async function keepSums(trx: Executor, month: string): Promise<void> {
  const entries = sql.table(partitionOf('ledger_entries', month));
  const isKept = sql`kind = any(${[...keptKinds]}::text[])`;
  await sql`
    insert into ledger_archived_sums (month, path, currency, amount)
    select ${month}, path, currency, sum(amount) from (
      select giver as path, currency, -amount as amount from ${entries}, unnest(givers, currencies, amounts) as given (giver, currency, amount)
      where not ${isKept}
      union all
      select taker, currency, amount from ${entries}, unnest(takers, currencies, amounts) as taken (taker, currency, amount)
      where not ${isKept}
    ) moved group by path, currency
  `.execute(trx);
  await sql`create temporary table kept_entries on commit drop as select * from ${entries} where ${isKept}`.execute(
    trx,
  );
}

async function forget({ clock }: OwnerContext, trx: Executor, month: string, sums: MonthSums): Promise<void> {
  const events = sql.table(partitionOf('order_events', month));
  // Later events of such an order continue its numbers from here; its partner still reads the last reason.
  await sql`
    update orders set archived_events = event_number, archived_reason = reason
    from (select distinct on (order_id) order_id, event_number, reason from ${events} order by order_id, event_number desc) last
    where last.order_id = orders.order_id
  `.execute(trx);
  for (const table of listTables()) {
    const { rows, sha256 } = sums[table];
    await sql`
      insert into archived_months (parent, month, row_count, sha256, archived_at)
      values (${table}, ${month}, ${rows}, ${sha256}, ${clock.now()})
    `.execute(trx);
    const part = sql.table(partitionOf(table, month));
    await sql`alter table ${sql.table(table)} detach partition ${part}`.execute(trx);
    await sql`drop table ${part}`.execute(trx);
  }
  const kept = sql`select * from kept_entries`;
  await attachPart(trx, 'ledger_entries', { month, name: keptPartOf(month), rows: kept });
}
