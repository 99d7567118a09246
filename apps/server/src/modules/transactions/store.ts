import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import { type OrderRow, toOrderRow } from '../order-lifecycle/store.ts';

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

export function within(executor: Executor, scope: OrderScope) {
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
