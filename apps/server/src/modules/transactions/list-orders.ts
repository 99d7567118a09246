import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { transactionsAnswer } from '@causeway/contract/shapes/transactions';
import type { Order } from '@causeway/contract/shapes/order';
import type { Language } from '@causeway/domain/languages/languages';
import type { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { noReturnLinks } from '../merchants/return-links.ts';
import { toOrderAnswer } from '../orders/order-answer.ts';
import type { PayinView } from '../settlement/payin-method.ts';
import { type OrderScope, countOrders, selectOrders, selectPartnerKeys } from './store.ts';
import { describeFilters } from './filter-values.ts';
import { Refusal } from '../../errors.ts';
import type { listTransactions as listTransactionsCall } from '@causeway/contract/calls/list-transactions';
import type { AnswerOf } from '@causeway/contract/define-call';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import type { listPartnerTransactions as listPartnerTransactionsCall } from '@causeway/contract/calls/list-partner-transactions';
import { showOrder } from '../orders/read-order.ts';
import { writeCursor, readCursor, type FilterRequest, readFilter } from './order-filter.ts';

const pageSize = 20;

interface ListInput {
  clientId: string;
  request: FilterRequest;
  language: Language;
}

interface ListedOrders extends Omit<ListInput, 'clientId'> {
  /** The caller's scope; no filter reaches beyond it. */
  scope: OrderScope;
  writeOrder: (order: OrderRow) => Promise<Order>;
}

/** A page of orders, the newest first, or the available filters. */
async function listOrders(
  context: AppContext,
  { scope, request, language, writeOrder }: ListedOrders,
): Promise<z.output<typeof transactionsAnswer>> {
  if (request.getFiltersData === true)
    return { ...(await describeFilters(context, scope, language)), success: 1, errors: [] };
  const filter = readFilter(request);
  const after = readCursor(request.page);
  const [orders, recordsTotal] = await context.recent.read(async (db) =>
    Promise.all([selectOrders(db, scope, filter, { after, size: pageSize }), countOrders(db, scope, filter)]),
  );
  const shown = orders.slice(0, pageSize);
  const last = orders.length > pageSize ? shown.at(-1) : undefined;
  return {
    success: 1,
    data: await Promise.all(shown.map(writeOrder)),
    nextPage: last === undefined ? '' : writeCursor(last),
    recordsTotal,
    errors: [],
  };
}

/** A row of a list, as the order's owner sees it: the order's own data, and its payment's. */
function toRow(context: AppContext, order: OrderRow, payin: PayinView = {}): Order {
  const settlement = {
    receivedAmount: formatUnits(order.receivedAmount, order.payinCurrency),
    decision: null,
    receipt: [],
    refundMethod: order.refundMethod,
  };
  // A withdrawal is canceled on its own page, which asks its payout.
  const unread = { payout: {}, history: [], returnLinks: noReturnLinks, isCancelable: false };
  return toOrderAnswer(context, { order, payin, settlement, ...unread });
}

/** The client's own orders. */
export async function listTransactions(
  context: AppContext,
  { clientId, ...asked }: ListInput,
): Promise<AnswerOf<typeof listTransactionsCall>> {
  return listOrders(context, { ...asked, scope: { clientId }, writeOrder: (order) => toOwnOrder(context, order) });
}

/** Only for an order that waits for money the payment adds something: that it is on its way. */
async function toOwnOrder(context: AppContext, order: OrderRow) {
  if (!isBeforeMoney(order.status)) return toRow(context, order);
  return toRow(context, order, await findPayinMethod(order.pricing.payinProvider).view(context, order, true));
}

/**
 * Orders of the partners that a client represents, each as a partner may see it.
 *
 * @throws Refusal NOT_FOUND for a client without the partner's role
 */
export async function listPartnerTransactions(
  context: AppContext,
  { clientId, ...asked }: ListInput,
): Promise<AnswerOf<typeof listPartnerTransactionsCall>> {
  const partnerKeys = await selectPartnerKeys(context.db, clientId);
  if (partnerKeys.length === 0) throw new Refusal({ code: 'NOT_FOUND' });
  return listOrders(context, {
    ...asked,
    scope: { partnerKeys },
    writeOrder: async (order) => showOrder(toRow(context, order), 'partner'),
  });
}
