import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import { toOrderRow, type OrderRow } from '../lifecycle/store.ts';

/** What a list is narrowed to. */
export interface OrderFilter {
  from: Date | undefined;
  /** The moment after the last one. */
  until: Date | undefined;
  method: string | undefined;
  payinCurrency: string | undefined;
  payoutCurrency: string | undefined;
  status: string | undefined;
}

/** Where a page begins: after this order. */
export interface Cursor {
  createdAt: Date;
  orderId: string;
}

/** Keys of the partners that a client with the partner's role stands for; none for anybody else. */
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

function narrowed(executor: Executor, keys: readonly string[], filter: OrderFilter) {
  const { from, until, method, payinCurrency, payoutCurrency, status } = filter;
  let query = executor.selectFrom('orders').where('partnerKey', 'in', [...keys]);
  if (from !== undefined) query = query.where('createdAt', '>=', from);
  if (until !== undefined) query = query.where('createdAt', '<', until);
  if (method !== undefined) query = query.where('payinGroup', '=', method);
  if (payinCurrency !== undefined) query = query.where('payinCurrency', '=', payinCurrency);
  if (payoutCurrency !== undefined) query = query.where('payoutCurrency', '=', payoutCurrency);
  if (status !== undefined) query = query.where('status', '=', status);
  return query;
}

/** One order more than a page holds tells that there is another page. */
export async function selectPartnerOrders(
  executor: Executor,
  keys: readonly string[],
  filter: OrderFilter,
  page: { after: Cursor | undefined; size: number },
): Promise<OrderRow[]> {
  const { after, size } = page;
  let query = narrowed(executor, keys, filter);
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

export async function countPartnerOrders(
  executor: Executor,
  keys: readonly string[],
  filter: OrderFilter,
): Promise<number> {
  const row = await narrowed(executor, keys, filter)
    .select(sql<string>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** What there is to filter by. */
export async function selectFilterValues(executor: Executor, keys: readonly string[]) {
  return executor
    .selectFrom('orders')
    .leftJoin('paymentGroups', 'paymentGroups.code', 'orders.payinGroup')
    .select(['payinGroup', 'payinCurrency', 'payoutCurrency', 'status', 'nameKey', 'name'])
    .select(sql<Date>`min(orders.created_at)`.as('firstAt'))
    .where('partnerKey', 'in', [...keys])
    .groupBy(['payinGroup', 'payinCurrency', 'payoutCurrency', 'status', 'nameKey', 'name'])
    .execute();
}
