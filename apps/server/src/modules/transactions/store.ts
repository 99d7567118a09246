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
  /** The partner's own number. */
  partnerOrderId?: string | undefined;
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
    .where('clients.emailConfirmedAt', 'is not', null)
    .execute();
  return rows.map(({ partnerKey }) => partnerKey);
}

function within(executor: Executor, scope: OrderScope) {
  const orders = executor.selectFrom('orders');
  return 'clientId' in scope
    ? orders.where('orders.clientId', '=', scope.clientId)
    : orders.where('orders.partnerKey', 'in', [...scope.partnerKeys]);
}

function narrowed(executor: Executor, scope: OrderScope, { from, until, partnerOrderId, ...columns }: OrderFilter) {
  let query = within(executor, scope);
  if (from !== undefined) query = query.where('createdAt', '>=', from);
  if (partnerOrderId !== undefined) query = query.where('partnerOrderId', '=', partnerOrderId);
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

/** Orders are counted up to so many: a row that counts all of a client's would make its orders wait for each other. */
const countedMost = 1000;

export async function countOrders(executor: Executor, scope: OrderScope, filter: OrderFilter): Promise<number> {
  const newest = narrowed(executor, scope, filter).select('orderId').limit(countedMost);
  const { count } = await executor
    .selectFrom(newest.as('newest'))
    .select(sql<string>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** So many of the newest orders show what there is to filter by. */
const describedMost = 10_000;

/** The available filter values. */
async function selectFilterValues(executor: Executor, scope: OrderScope) {
  const newest = within(executor, scope)
    .select(['payinGroup', 'payinCurrency', 'payoutCurrency', 'status'])
    .orderBy('createdAt', 'desc')
    .limit(describedMost);
  return executor
    .selectFrom(newest.as('newest'))
    .leftJoin('paymentGroups', 'paymentGroups.code', 'newest.payinGroup')
    .select(['payinGroup', 'payinCurrency', 'payoutCurrency', 'status', 'nameKey', 'name'])
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
  const first = await within(db, scope).select('createdAt').orderBy('createdAt').limit(1).executeTakeFirst();
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
    time: first === undefined ? '' : first.createdAt.toISOString().slice(0, 10),
  };
}

/** Each code once, by name. */
function choices(all: readonly Choice[]): Choice[] {
  const once = new Map(all.map((choice) => [choice.code, choice]));
  return [...once.values()].toSorted((left, right) => left.name.localeCompare(right.name));
}
