import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { transactionsAnswer } from '@causeway/contract/shapes/transactions';
import type { Order } from '@causeway/contract/shapes/order';
import type { Language } from '@causeway/domain/languages/languages';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { noReturnLinks } from '../merchants/return-links.ts';
import { toOrderAnswer } from '../orders/order-answer.ts';
import type { PayinView } from '../settlement/payin-method.ts';
import {
  type Cursor,
  type OrderFilter,
  type OrderScope,
  countOrders,
  selectOrders,
  selectPartnerKeys,
  describeFilters,
} from './store.ts';
import { Refusal } from '../../errors.ts';
import type { listTransactions as listTransactionsCall } from '@causeway/contract/calls/list-transactions';
import type { AnswerOf, RequestOf } from '@causeway/contract/define-call';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import type { listPartnerTransactions as listPartnerTransactionsCall } from '@causeway/contract/calls/list-partner-transactions';
import { showOrder } from '../orders/read-order.ts';

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
  const { db } = context;
  if (request.getFiltersData === true)
    return { ...(await describeFilters(context, scope, language)), success: 1, errors: [] };
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

const form = z.tuple([z.coerce.number().int().min(0).max(8.64e15), z.uuid()]);

/** Where the next page begins, as the answer carries it. */
export function writeCursor({ createdAt, orderId }: Cursor): string {
  return `${createdAt.getTime()}_${orderId}`;
}

/** @throws Refusal FIELD_INVALID for a cursor that no answer contained */
export function readCursor(page: string | undefined): Cursor | undefined {
  if (page === undefined || page === '') return undefined;
  const read = form.safeParse(page.split('_'));
  if (!read.success) throw new Refusal({ code: 'FIELD_INVALID', field: 'page', values: { fault: 'page' } });
  const [time, orderId] = read.data;
  return { createdAt: new Date(time), orderId };
}

type FilterRequest = RequestOf<typeof listTransactionsCall>;

/** The requested filters of a list. */
function readFilter({ timeFrom, timeTo, timeZone = 'UTC', ...rest }: FilterRequest): OrderFilter {
  return {
    from: timeFrom === undefined ? undefined : startOfDay(timeFrom, timeZone),
    until: timeTo === undefined ? undefined : startOfDay(timeTo, timeZone, 1),
    payinGroup: toList(rest.method),
    payinCurrency: toList(rest.payinCurrency),
    payoutCurrency: toList(rest.payoutCurrency),
    status: toList(rest.status),
  };
}

/** Without a value, or with an empty list, nothing is filtered. */
function toList(value: string | readonly string[] | undefined): readonly string[] {
  return [value ?? []].flat();
}

const dayMs = 24 * 60 * 60_000;

/**
 * The moment at which a day (YYYY-MM-DD), or one so many days later, begins in a time zone; where its midnight is
 * skipped, the moment of the skip.
 */
export function startOfDay(day: string, timeZone: string, daysLater = 0): Date {
  const midnight = Date.parse(day) + daysLater * dayMs;
  // The offset at midnight is known only once midnight is: a guess that is hours off leads to it.
  const guess = midnight - offsetAt(midnight, timeZone);
  const start = midnight - offsetAt(guess, timeZone);
  const isMidnight = start + offsetAt(start, timeZone) === midnight;
  return new Date(isMidnight ? start : Math.max(start, guess));
}

/** How far a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(zone) ?? [];
  const ahead = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ahead : ahead;
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
