import type { operationStatuses, operationTypes } from '@causeway/contract/calls/list-operations';
import { currencyList } from '@causeway/domain/currencies/currency-list';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';

/** Filters of a list: a time range, and for type and status one of these values; all where there are none. */
export interface OperationFilter {
  from: Date | undefined;
  /** The moment after the last one. */
  until: Date | undefined;
  type: readonly string[];
  status: readonly string[];
}

/** One movement of a client's balance with what its order says of it, or coins that are on their way to it. */
export interface OperationRow {
  niceId: string;
  createdAt: Date;
  type: (typeof operationTypes)[number];
  status: (typeof operationStatuses)[number];
  currency: string;
  /** Smallest units; below zero for what went. */
  amount: bigint;
  /** The part of it that is fees. */
  fee: bigint;
  chain: string;
  txid: string;
  /** Of a deposit that is not on the balance yet. */
  confirmations: number | null;
  isWaiting: boolean | null;
}

interface Page {
  start: number;
  length: number;
}

/** Most matches of a type or a status that are counted and shown: both depend on the order, so they have no places. */
const matchesMost = 1000;

/**
 * A page of a client's operations, the newest first, and how many there are. Movements have places without gaps, and
 * times that never go backwards: any page of them, of all times or some, is a range of places.
 */
export async function readOperations(
  executor: Executor,
  clientId: string,
  filter: OperationFilter,
  page: Page,
): Promise<{ rows: OperationRow[]; filtered: number; total: number }> {
  const range = await readRange(executor, clientId, filter);
  if (filter.type.length > 0 || filter.status.length > 0) {
    const listed = matching(clientId, range, filter);
    const rows = await selectRows(executor, { clientId, range, listed, page });
    return { rows, filtered: await count(executor, listed), total: range.total };
  }
  // Of the movements before the page all but so many as coins on their way could have taken the place of.
  const skipped = Math.max(0, page.start - range.coming);
  const listed = within(clientId, range, filter, { skipped, until: page.start + page.length });
  const rows = await selectRows(executor, { clientId, range, listed, page: { ...page, start: page.start - skipped } });
  return { rows, filtered: range.last - range.first + range.coming, total: range.total };
}

const rangeRow = z.object({
  path: z.string(),
  /** The place before the first movement of the range, and that of its last one. */
  first: z.coerce.number(),
  last: z.coerce.number(),
  /** Deposits on their way, of the range. */
  coming: z.coerce.number(),
  total: z.coerce.number(),
});
type Range = z.output<typeof rangeRow>;

async function readRange(executor: Executor, clientId: string, filter: OperationFilter): Promise<Range> {
  const placeBefore = (moment: Date) => sql`coalesce((
    select place from balance_operations moved where moved.path = own.path and moved.created_at < ${moment}
    order by moved.created_at desc, moved.place desc limit 1), 0)`;
  const { from, until } = filter;
  const always = { from: undefined, until: undefined };
  const { rows } = await sql`
    select path, coalesce(list_counts.rows, 0) + (select count(*) from (${comingOf(clientId, always)}) coming) as total,
      ${from === undefined ? sql`0` : placeBefore(from)} as first,
      ${until === undefined ? sql`coalesce(list_counts.rows, 0)` : placeBefore(until)} as last,
      (select count(*) from (${comingOf(clientId, filter)}) coming) as coming
    from (select 'client:' || nice_id as path from clients where client_id = ${clientId}::uuid) own
      left join list_counts on list = 'operations' and owner = path
  `.execute(executor);
  return rangeRow.parse(rows[0]);
}

/** Deposits that are on their way: few at any time. */
function comingOf(clientId: string, { from, until }: Pick<OperationFilter, 'from' | 'until'>): RawBuilder<unknown> {
  return sql`
    select null::bigint as place, seen_at as created_at, deposit_id from deposits
    where client_id = ${clientId}::uuid and (status = 'seen' or is_waiting)
      ${from === undefined ? sql`` : sql`and seen_at >= ${from}`} ${until === undefined ? sql`` : sql`and seen_at < ${until}`}`;
}

/** The movements from one place of the range to another, counted from its newest, with all deposits on their way. */
function within(clientId: string, range: Range, filter: OperationFilter, span: { skipped: number; until: number }) {
  const { path, first, last } = range;
  return sql`
    select place, created_at, null::uuid as deposit_id from balance_operations
    where path = ${path} and place > ${Math.max(first, last - span.until)}::bigint and place <= ${last - span.skipped}::bigint
    union all ${comingOf(clientId, filter)}`;
}

/** Of each kind that can match the newest that do: by an index, and no further than what is counted. */
function matching(clientId: string, { path, first, last }: Range, filter: OperationFilter): RawBuilder<unknown> {
  const types = filter.type.length > 0 ? sql`${[...filter.type]}::text[]` : undefined;
  const statuses = filter.status.length > 0 ? sql`${[...filter.status]}::text[]` : undefined;
  const isComing =
    (types === undefined || filter.type.includes('deposit')) &&
    (statuses === undefined || filter.status.includes('pending'));
  return sql`
    select place, created_at, deposit_id from (
      select found.place, found.created_at, null::uuid as deposit_id
      from (${kindsOf(path)}) moved cross join lateral (
        select one.place, one.created_at from balance_operations one
          left join lateral (
            -- The limit keeps it a look at one order: as a join it may be made by reading every order of the client.
            select * from orders where orders.nice_id = one.reference and orders.client_id = ${clientId}::uuid limit 1
          ) own on true
        where one.path = ${path} and one.kind = moved.kind
          and one.place > ${first}::bigint and one.place <= ${last}::bigint
          ${types === undefined ? sql`` : sql`and ${typeOf('one')} = any(${types})`}
          ${statuses === undefined ? sql`` : sql`and ${statusOf('one')} = any(${statuses})`}
        order by one.place desc limit ${matchesMost}
      ) found
      where ${canBe(filter.type)}
        ${statuses === undefined ? sql`` : sql`and (moved.kind = 'balance_hold' or 'finished' = any(${statuses}))`}
      ${isComing ? sql`union all ${comingOf(clientId, filter)}` : sql``}
    ) all_matches order by created_at desc, place desc nulls first limit ${matchesMost}`;
}

/** The kinds of movement that a client has: one look into the index for each. */
function kindsOf(path: string): RawBuilder<unknown> {
  return sql`
    with recursive kinds as (
      (select kind from balance_operations where path = ${path} order by kind limit 1)
      union all
      select (select kind from balance_operations where path = ${path} and kind > kinds.kind order by kind limit 1)
      from kinds where kind is not null
    )
    select kind from kinds where kind is not null`;
}

interface Listed {
  clientId: string;
  range: Range;
  listed: RawBuilder<unknown>;
  page: Page;
}

/** An order is shown only to the client who made it: a partner is paid by orders of others. */
async function selectRows(executor: Executor, { clientId, range, listed, page }: Listed): Promise<OperationRow[]> {
  const inOrder = sql`created_at desc, place desc nulls first, deposit_id`;
  const { rows } = await sql<OperationRow>`
    select coalesce(own.nice_id, '') as nice_id, shown.created_at,
      case when shown.place is null then 'deposit' else ${typeOf('moved')} end as type,
      case when shown.place is null then 'pending' else ${statusOf('moved')} end as status,
      coalesce(moved.currency, deposits.currency) as currency, coalesce(moved.amount, deposits.amount) as amount,
      ${feeOf} as fee,
      coalesce(payouts.chain, deposits.chain, '') as chain, coalesce(payouts.txid, deposits.txid, '') as txid,
      case when shown.place is null then deposits.confirmations end as confirmations, deposits.is_waiting
    from (select * from (${listed}) listed order by ${inOrder} limit ${page.length} offset ${page.start}) shown
      left join balance_operations moved on moved.path = ${range.path} and moved.place = shown.place
      left join orders own on own.nice_id = moved.reference and own.client_id = ${clientId}::uuid
      left join deposits on deposits.deposit_id =
        coalesce(shown.deposit_id, case when moved.kind = 'balance_deposit' then moved.reference::uuid end)
      left join payouts on moved.kind = 'balance_hold' and own.payout_group <> 'balance'
        and payouts.order_id = own.order_id and payouts.broadcast_at is not null
    order by shown.created_at desc, shown.place desc nulls first, shown.deposit_id
  `.execute(executor);
  return rows;
}

async function count(executor: Executor, listed: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from (${listed}) listed`.execute(executor);
  return Number(rows[0]?.count);
}

/** What a movement is by its kind alone: one of these, by the order that it belongs to. */
const typesByKind: Readonly<Record<string, readonly string[]>> = {
  balance_hold: ['exchange', 'withdrawal'],
  balance_payout: ['exchange', 'deposit'],
  crypto_payin: ['deposit'],
  crypto_other_currency: ['deposit'],
  balance_deposit: ['deposit'],
  small_deposits_credited: ['deposit'],
  balance_release: ['refund'],
  refund_to_balance: ['refund'],
  partner_settlement: ['affiliate'],
  referral_payout: ['affiliate'],
};

const kindsByType = (types: readonly string[]) =>
  Object.keys(typesByKind).filter((kind) => typesByKind[kind]?.some((type) => types.includes(type)));

/** Whether movements of a kind can be of these types; `other` is what no kind is named for. */
function canBe(types: readonly string[]): RawBuilder<boolean> {
  if (types.length === 0) return sql<boolean>`true`;
  const named = sql<boolean>`moved.kind = any(${kindsByType(types)}::text[])`;
  if (!types.includes('other')) return named;
  return sql<boolean>`(${named} or moved.kind <> all(${Object.keys(typesByKind)}::text[]))`;
}

/** What a movement is, of the table that is named, with its order as `own`. */
export function typeOf(table: string): RawBuilder<string> {
  const kind = sql.ref(`${table}.kind`);
  const only = ['deposit', 'refund', 'affiliate'].map((type) => {
    const kinds = Object.keys(typesByKind).filter((name) => typesByKind[name]?.join(',') === type);
    return sql`when ${kind} in (${sql.join(kinds.map((name) => sql.lit(name)))}) then ${sql.lit(type)}`;
  });
  return sql`case
    when ${kind} = 'balance_hold' then case
      when own.payout_group = 'balance' or ${keptIn('own.payout_currency')} <> ${sql.ref(`${table}.currency`)}
      then 'exchange' else 'withdrawal' end
    when ${kind} = 'balance_payout' then case when own.payin_group = 'balance' then 'exchange' else 'deposit' end
    ${sql.join(only, sql` `)} else 'other' end`;
}

/** The currency in which a balance keeps what an order names: that of a token for each of its networks. */
function keptIn(column: string): RawBuilder<string> {
  const others = currencyList.filter(({ code, balanceCurrency }) => code !== balanceCurrency);
  const whens = others.map(({ code, balanceCurrency }) => sql`when ${sql.lit(code)} then ${sql.lit(balanceCurrency)}`);
  return sql`case ${sql.ref(column)} ${sql.join(whens, sql` `)} else ${sql.ref(column)} end`;
}

function statusOf(table: string): RawBuilder<string> {
  return sql`case
    when ${sql.ref(`${table}.kind`)} <> 'balance_hold' or own.status = 'finished' then 'finished'
    when own.status in ('error', 'expired', 'refunded', 'canceled') then 'canceled'
    else 'pending' end`;
}

const feeOf = sql<bigint>`case
  when moved.kind = 'balance_hold' and own.status not in ('error', 'expired', 'refunded', 'canceled')
  then (own.pricing ->> 'payinFee')::numeric + (own.pricing ->> 'serviceFee')::numeric
    + (own.pricing ->> 'networkFee')::numeric + coalesce((own.pricing ->> 'partnerFee')::numeric, 0)
  else 0 end`;
