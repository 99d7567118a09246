import type { RequestOf } from '@causeway/contract/define-call';
import type { createOrder as createOrderCall } from '@causeway/contract/calls/create-order';
import type { Language } from '@causeway/domain/languages/languages';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { holdClient } from '../clients/hold-client.ts';
import { takeBenefit } from '../coupons/take-benefit.ts';
import { claimKey } from '../idempotency/claim-key.ts';
import type { IdempotentCall } from '../idempotency/find-answer.ts';
import { addHistory } from '../lifecycle/add-history.ts';
import { queueOrderLetter } from '../lifecycle/queue-order-letter.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import type { OrderTerms } from '../merchants/read-terms.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import { holdLimits } from '../limits/count-money.ts';
import { openQuote } from '../pricing/open-quote.ts';
import { priceOrder } from '../pricing/price-order.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { requireOrderable } from '../pricing/require-orderable.ts';
import { checkAgreements } from './check-agreements.ts';
import { checkDestination } from './check-destination.ts';
import { checkTerms } from './check-terms.ts';
import { insertOrder } from './insert-order.ts';
import { expireOrderJob } from './jobs/expire-order.ts';

export interface CreateOrderInput {
  clientId: string;
  sessionId: string;
  request: RequestOf<typeof createOrderCall>;
  /** Of the partner through whom the order comes. */
  terms?: OrderTerms | undefined;
  language: Language;
  call: IdempotentCall;
}

const storedAnswer = z.object({ orderId: z.uuid() });

/**
 * Makes an order, or finds the one that this very call made before. A floating price is made anew from the typed
 * amount, a fixed one is that of the quote; the order, its payment, its letter and its jobs are there together or not at all.
 *
 * @returns the order's row id, and the order as it was made just now
 * @throws Refusal
 */
export async function createOrder(
  context: AppContext,
  input: CreateOrderInput,
): Promise<{ orderId: string; order: OrderRow | undefined }> {
  return context.db
    .transaction()
    .execute(async (trx) => {
      const orderId = newUuid(context);
      const earlier = await claimKey(trx, context.clock, input.call, { orderId });
      if (earlier !== undefined) return { ...storedAnswer.parse(earlier), order: undefined };
      const jobs = context.jobs.gather();
      const order = await placeOrder({ ...context, jobs }, trx, orderId, input);
      await jobs.flush(trx);
      return { orderId, order };
    })
    .catch((error: unknown) => {
      // A session makes one order; the database knows it when two come at once.
      const isSpent = error instanceof Error && 'constraint' in error && error.constraint === 'orders_partner_session';
      throw isSpent ? new Refusal({ code: 'PARTNER_SESSION_OVER' }, { cause: error }) : error;
    });
}

/** The price on the client's screen, when that is what the order is made at. @throws Refusal QUOTE_EXPIRED */
function openLockedPrice(
  context: AppContext,
  { quote }: RequestOf<typeof createOrderCall>,
  order: Parameters<typeof openQuote>[2],
): QuoteRecord | undefined {
  if (quote === undefined || order.preorder.isFloatingRate !== false) return undefined;
  const record = openQuote(context, quote, order);
  if (record === undefined) throw quoteExpired();
  return record;
}

function quoteExpired(): Refusal {
  return new Refusal({ code: 'QUOTE_EXPIRED', field: 'quote', type: 'warning' });
}

async function takeDiscount(context: AppContext, trx: Executor, order: OrderRow): Promise<boolean> {
  const { pricing, orderId, clientId, payinAmountEur: payinEur } = order;
  return pricing.discount === undefined || takeBenefit(context, trx, pricing.discount, { orderId, clientId, payinEur });
}

async function placeOrder(
  context: AppContext,
  trx: Executor,
  orderId: string,
  input: CreateOrderInput,
): Promise<OrderRow> {
  const { clientId, sessionId, request, terms, language } = input;
  // Held, so that two orders at once cannot each fit into what is left of one limit.
  const client = await holdClient(trx, clientId);
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  // Money that is accepted meanwhile is counted before or after what is promised here.
  await holdLimits(trx, { clientId, isMerchant: terms?.isMerchant ?? false, now: context.clock.now() });
  const preorder = { ...request, partnerKey: terms?.partner.partnerKey };
  const reader = { kind: 'client', clientId, sessionId } as const;
  const locked = openLockedPrice(context, request, { preorder, clientId });
  const priced = await priceOrder({ ...context, db: trx }, { preorder, reader, language, locked });
  const record = requireOrderable(priced);
  // A fixed price that nobody has shown to the client is nobody's to pay.
  if (!record.isFloatingRate && locked === undefined) throw quoteExpired();
  if (terms !== undefined) checkTerms(terms, record);
  const destination = await checkDestination({ ...context, db: trx }, record, clientId, request);
  const missing = checkAgreements(record, request);
  if (missing.length > 0) throw new Refusal(missing);
  const { partnerOrderId, description, coupon } = request;
  const order = await insertOrder(context, trx, {
    orderId,
    client,
    record,
    destination,
    language,
    terms,
    partnerOrderId,
    description,
    coupon,
  });
  const { status, payinDeadline } = order;
  if (!(await takeDiscount(context, trx, order))) throw quoteExpired();
  await addHistory(context, trx, { orderId, from: undefined, to: status, reason: '', actor: 'client' });
  await findPayinMethod(record.payinProvider).plan(context, trx, order);
  // What waits for a code has a letter with the code.
  if (status === 'payin_pending') await queueOrderLetter(context, trx, 'order-created', order);
  await context.jobs.enqueue(trx, expireOrderJob, { orderId }, { startAfter: payinDeadline, singletonKey: orderId });
  return order;
}
