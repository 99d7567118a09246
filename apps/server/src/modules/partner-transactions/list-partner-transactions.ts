import type { listPartnerTransactions as call } from '@causeway/contract/calls/list-partner-transactions';
import type { AnswerOf, RequestOf } from '@causeway/contract/define-call';
import type { Order } from '@causeway/contract/shapes/order';
import { noWayBack } from '../merchants/tell-way-back.ts';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import type { Language } from '@causeway/domain/languages/languages';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { showOrder } from '../orders/show-order.ts';
import { tellOrder } from '../orders/tell-order.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { countPartnerOrders, selectPartnerKeys, selectPartnerOrders, type OrderFilter } from './store.ts';
import { tellFilters } from './tell-filters.ts';

const pageSize = 20;
const dayMs = 24 * 60 * 60_000;

export interface ListInput {
  clientId: string;
  request: RequestOf<typeof call>;
  language: Language;
}

/**
 * Orders of the partners that a client stands for.
 *
 * @throws Refusal NOT_FOUND for anybody without the partner's role
 */
export async function listPartnerTransactions(
  context: AppContext,
  { clientId, request, language }: ListInput,
): Promise<AnswerOf<typeof call>> {
  const { db } = context;
  const keys = await selectPartnerKeys(db, clientId);
  if (keys.length === 0) throw new Refusal({ code: 'NOT_FOUND' });
  if (request.getFiltersData === true)
    return { ...(await tellFilters(context, keys, language)), success: 1, errors: [] };
  const filter = readFilter(request);
  const after = readCursor(request.page);
  const [orders, recordsTotal] = await Promise.all([
    selectPartnerOrders(db, keys, filter, { after, size: pageSize }),
    countPartnerOrders(db, keys, filter),
  ]);
  const shown = orders.slice(0, pageSize);
  const last = orders.length > pageSize ? shown.at(-1) : undefined;
  return {
    success: 1,
    data: shown.map((order) => tellPartnerOrder(context, order)),
    nextPage: last === undefined ? '' : writeCursor(last),
    recordsTotal,
    errors: [],
  };
}

function readFilter({ timeFrom, timeTo, ...rest }: ListInput['request']): OrderFilter {
  return {
    from: timeFrom === undefined ? undefined : new Date(timeFrom),
    until: timeTo === undefined ? undefined : new Date(new Date(timeTo).getTime() + dayMs),
    method: rest.method,
    payinCurrency: rest.payinCurrency,
    payoutCurrency: rest.payoutCurrency,
    status: rest.status,
  };
}

/** A row of the list: what the order itself knows, as its partner may see it. */
function tellPartnerOrder(context: AppContext, order: OrderRow): Order {
  const precision = findCurrency(order.payinCurrency)?.precision ?? 0;
  const settlement = {
    receivedAmount: formatAmount(order.receivedAmount, precision),
    decision: null,
    receipt: [],
    refundMethod: order.refundMethod,
  };
  const parts = { order, payin: {}, payout: {}, settlement, history: [], wayBack: noWayBack };
  return showOrder(tellOrder(context, parts), 'partner');
}
