import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import { type OrderRow, toOrderRow } from '../order-lifecycle/store.ts';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';

/** Scope of a list: orders of one client, or those that came through some partners. */
export type OrderScope = { clientId: string } | { partnerKeys: readonly string[] };

/** Filters of a list: a time range, and for each column one of these values; all where there are none. */
export interface OrderFilter {
  from: Date | undefined;
  /** The moment after the last one. */
  until: Date | undefined;
  payinGroup: readonly string[];
  payinCurrency: readonly string[];
  payoutCurrency: readonly string[];
  status: readonly string[];
}

/** Where a page begins: after this order. */
export interface Cursor {
  createdAt: Date;
  orderId: string;
}

/** Keys of the partners that a client with the partner's role represents; none for others. */
export async function selectPartnerKeys(executor: Executor, clientId: string): Promise<string[]> {
  const rows = await executor
    .selectFrom('partners')
    .innerJoin('clients', 'clients.clientId', 'partners.clientId')
    .select('partners.partnerKey')
    .where('clients.clientId', '=', clientId)
    .where('clients.isPartner', '=', true)
    .execute();
  return rows.map(({ partnerKey }) => partnerKey);
}

function within(executor: Executor, scope: OrderScope) {
  const orders = executor.selectFrom('orders');
  return 'clientId' in scope
    ? orders.where('orders.clientId', '=', scope.clientId)
    : orders.where('orders.partnerKey', 'in', [...scope.partnerKeys]);
}

function narrowed(executor: Executor, scope: OrderScope, { from, until, ...columns }: OrderFilter) {
  let query = within(executor, scope);
  if (from !== undefined) query = query.where('createdAt', '>=', from);
  if (until !== undefined) query = query.where('createdAt', '<', until);
  for (const column of ['payinGroup', 'payinCurrency', 'payoutCurrency', 'status'] as const)
    if (columns[column].length > 0) query = query.where(column, 'in', [...columns[column]]);
  return query;
}

/** One order more than a page holds shows that there is another page. */
export async function selectOrders(
  executor: Executor,
  scope: OrderScope,
  filter: OrderFilter,
  page: { after: Cursor | undefined; size: number },
): Promise<OrderRow[]> {
  const { after, size } = page;
  let query = narrowed(executor, scope, filter);
  if (after !== undefined)
    query = query.where(sql<boolean>`(created_at, order_id) < (${after.createdAt}, ${after.orderId}::uuid)`);
  const rows = await query
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('orderId', 'desc')
    .limit(size + 1)
    .execute();
  return rows.map(toOrderRow);
}

export async function countOrders(executor: Executor, scope: OrderScope, filter: OrderFilter): Promise<number> {
  const row = await narrowed(executor, scope, filter)
    .select(sql<string>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The available filter values. */
async function selectFilterValues(executor: Executor, scope: OrderScope) {
  return within(executor, scope)
    .leftJoin('paymentGroups', 'paymentGroups.code', 'orders.payinGroup')
    .select(['payinGroup', 'payinCurrency', 'payoutCurrency', 'status', 'nameKey', 'name'])
    .select(sql<Date>`min(orders.created_at)`.as('firstAt'))
    .groupBy(['payinGroup', 'payinCurrency', 'payoutCurrency', 'status', 'nameKey', 'name'])
    .execute();
}

interface Choice {
  code: string;
  name: string;
}

/** What these orders can be filtered by, each by its name. */
export async function describeFilters({ db, texts }: AppContext, scope: OrderScope, language: Language) {
  const rows = await selectFilterValues(db, scope);
  const currency = (code: string) => ({ code, name: findCurrency(code)?.name ?? code });
  const first = rows.map(({ firstAt }) => firstAt.getTime()).toSorted((left, right) => left - right)[0];
  return {
    method: choices(
      rows.map(({ payinGroup: code, nameKey, name }) => ({
        code,
        name: nameKey ? texts.say(language, nameKey) : (name ?? code),
      })),
    ),
    payinCurrency: choices(rows.map(({ payinCurrency }) => currency(payinCurrency))),
    payoutCurrency: choices(rows.map(({ payoutCurrency }) => currency(payoutCurrency))),
    status: choices(rows.map(({ status: code }) => ({ code, name: texts.say(language, `tpl:order:status_${code}`) }))),
    time: first === undefined ? '' : new Date(first).toISOString().slice(0, 10),
  };
}

/** Each code once, by name. */
function choices(all: readonly Choice[]): Choice[] {
  const once = new Map(all.map((choice) => [choice.code, choice]));
  return [...once.values()].toSorted((left, right) => left.name.localeCompare(right.name));
}
