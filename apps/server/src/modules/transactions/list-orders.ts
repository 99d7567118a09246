import type { transactionsAnswer } from '@causeway/contract/shapes/transactions';
import type { Order } from '@causeway/contract/shapes/order';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import type { Language } from '@causeway/domain/languages/languages';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { noWayBack } from '../merchants/tell-way-back.ts';
import { tellOrder } from '../orders/tell-order.ts';
import type { PayinView } from '../settlement/payin-method.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { readFilter, type FilterRequest } from './read-filter.ts';
import { countOrders, selectOrders, type OrderScope } from './store.ts';
import { tellFilters } from './tell-filters.ts';

const pageSize = 20;

export interface ListInput {
  clientId: string;
  request: FilterRequest;
  language: Language;
}

export interface ListedOrders extends Omit<ListInput, 'clientId'> {
  /** Whose orders; no filter reaches beyond. */
  scope: OrderScope;
  tell: (order: OrderRow) => Promise<Order>;
}

/** A page of orders, the newest first, or what there is to filter by. */
export async function listOrders(
  context: AppContext,
  { scope, request, language, tell }: ListedOrders,
): Promise<z.output<typeof transactionsAnswer>> {
  const { db } = context;
  if (request.getFiltersData === true)
    return { ...(await tellFilters(context, scope, language)), success: 1, errors: [] };
  const filter = readFilter(request);
  const after = readCursor(request.page);
  const [orders, recordsTotal] = await Promise.all([
    selectOrders(db, scope, filter, { after, size: pageSize }),
    countOrders(db, scope, filter),
  ]);
  const shown = orders.slice(0, pageSize);
  const last = orders.length > pageSize ? shown.at(-1) : undefined;
  return {
    success: 1,
    data: await Promise.all(shown.map(tell)),
    nextPage: last === undefined ? '' : writeCursor(last),
    recordsTotal,
    errors: [],
  };
}

/** A row of a list, as the order's owner sees it: what the order itself knows, and what its payment is asked for. */
export function tellRow(context: AppContext, order: OrderRow, payin: PayinView = {}): Order {
  const precision = findCurrency(order.payinCurrency)?.precision ?? 0;
  const settlement = {
    receivedAmount: formatAmount(order.receivedAmount, precision),
    decision: null,
    receipt: [],
    refundMethod: order.refundMethod,
  };
  return tellOrder(context, { order, payin, payout: {}, settlement, history: [], wayBack: noWayBack });
}
