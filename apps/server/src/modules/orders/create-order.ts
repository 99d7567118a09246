import type { Language } from '@causeway/domain/languages/languages';
import { orderStatuses } from '@causeway/domain/orders/order-status';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import { paymentKind, paymentRules } from '@causeway/domain/payments/payment-methods';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { askedGroup, findTakerRefusal } from '../addresses/find-taker-refusal.ts';
import { type GivenConsent, keepConsents } from '../consents/keep-consents.ts';
import { holdClient } from '../clients/store.ts';
import { spendBenefit } from '../coupons/benefits.ts';
import { lockCoupon } from '../coupons/store.ts';
import { type IdempotentCall, claimKey } from '../idempotency/answer-once.ts';
import { addHistory, queueOrderEmail } from '../order-lifecycle/change-status.ts';
import type { OrderRow, Destination } from '../order-lifecycle/store.ts';
import type { OrderRequest, OrderTerms } from '../merchants/read-terms.ts';
import { findPayinMethod, hasPayinMethod } from '../payin-methods/find-payin-method.ts';
import { holdLimits } from '../limits/store.ts';
import { type QuoteContent, openQuote } from '../pricing/quote.ts';
import { priceOrder, requireOrderable } from '../pricing/price-order.ts';
import { isPriceOf } from '../promises/request-rules.ts';
import { quoteExpired, insertOrder, unpaid } from './insert-order.ts';
import type { createOrder as createOrderCall } from '@causeway/contract/calls/create-order';
import type { RequestOf } from '@causeway/contract/define-call';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { requireUsableDestination } from '../saved-destinations/destination-wait.ts';
import { holdSession } from '../sessions/end-sessions.ts';
import { findPayoutMethod, hasPayoutMethod } from '../payout-methods/find-payout-method.ts';

/** Ends an order whose price no longer holds and that was not paid. */
export const expireOrderJob = defineJob({
  name: 'expire-order',
  payload: z.object({ orderId: z.uuid() }),
  retries: 50,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

interface CreateOrderInput {
  /** The client who will own the order, in its transaction: a payer of a refused order is not kept. */
  openClient: (trx: Executor) => Promise<string>;
  sessionId: string;
  /** The network that asks; an order that a transfer makes comes from none. */
  network?: string;
  request: OrderRequest;
  /** Of the order's partner. */
  terms?: OrderTerms | undefined;
  language: Language;
  call: IdempotentCall;
  /** Money leaves the balance, also in its own currency. */
  isWithdrawal?: boolean | undefined;
  /** The money is there already: the client agreed when it asked where to send it, and is asked for nothing more. */
  transferId?: string;
}

/** A quote makes one order: the database enforces it, also for two at once. */
const usedUp = ['orders_quote_id_key', 'quotes_pkey'];

const storedAnswer = z.object({ orderId: z.uuid() });

/**
 * Makes an order, or finds the one that this call made before. A floating price is recalculated from the entered
 * amount, a fixed one is that of the quote; the order, its payment, its e-mail and its jobs are written together or not
 * at all.
 *
 * @returns the order's row id, and the order as it was made just now
 * @throws Refusal
 */
export async function createOrder(
  context: AppContext,
  input: CreateOrderInput,
): Promise<{ orderId: string; order: OrderRow | undefined }> {
  const refusal = await findTakerRefusal(context, await fillIn(context, input.request));
  return context.db
    .transaction()
    .execute(async (trx) => {
      const orderId = newUuid(context);
      const earlier = await claimKey(trx, context.clock, input.call, { orderId });
      if (earlier !== undefined) return { ...storedAnswer.parse(earlier), order: undefined };
      const jobs = context.jobs.gather();
      const order = await placeOrder({ ...context, jobs }, trx, orderId, { ...input, refusal });
      await jobs.flush(trx);
      return { orderId, order };
    })
    .catch((error: unknown) => {
      const constraint = error instanceof Error && 'constraint' in error ? error.constraint : '';
      if (constraint === 'orders_partner_session')
        throw new Refusal({ code: 'PARTNER_SESSION_OVER' }, { cause: error });
      throw usedUp.some((name) => name === constraint) ? quoteExpired(error) : error;
    });
}

/** The price on screen, and the request with its missing fields filled in from it. @throws Refusal QUOTE_EXPIRED */
async function openLockedPrice(
  context: AppContext,
  trx: Executor,
  asked: OrderRequest,
): Promise<{ quote: QuoteContent | undefined; request: OrderRequest }> {
  if (asked.quote === undefined) return { quote: undefined, request: asked };
  const quote = await openQuote(context, trx, asked.quote);
  if (quote === undefined) throw quoteExpired();
  const { payinCurrency, payinGroup, payoutCurrency, payoutGroup, isFloatingRate } = quote.record;
  const request = {
    ...asked,
    payinCurrency: asked.payinCurrency ?? payinCurrency,
    payinGroup: asked.payinGroup ?? payinGroup,
    payoutCurrency: asked.payoutCurrency ?? payoutCurrency,
    payoutGroup: asked.payoutGroup ?? payoutGroup,
    isFloatingRate: asked.isFloatingRate ?? isFloatingRate,
  };
  if (!isPriceOf(quote.record, request)) throw quoteExpired();
  return { quote, request };
}

/** The request with what its quote says; one without a usable quote is refused later, or was answered before. */
async function fillIn(context: AppContext, asked: OrderRequest): Promise<OrderRequest> {
  // No node is asked about the others, and each order would read its quote twice.
  if (asked.payoutGroup !== undefined && asked.payoutGroup !== askedGroup) return asked;
  try {
    return (await openLockedPrice(context, context.db, asked)).request;
  } catch (error) {
    if (error instanceof Refusal) return asked;
    throw error;
  }
}

async function spendDiscount(context: AppContext, trx: Executor, order: OrderRow): Promise<boolean> {
  const { pricing, orderId, clientId, isMerchant, payinAmountEur: payinEur } = order;
  const { discount } = pricing;
  if (discount === undefined) return true;
  if (discount.source === 'coupon') await countHolds(context, trx, order, discount.code);
  return spendBenefit(context, trx, discount, { orderId, clientId, isMerchant, payinEur });
}

/** Unpaid orders with a coupon whose uses are limited; one network has a hundredth of the uses where that is more. */
const couponHolds = { ofClient: 3, ofNetwork: 5 } as const;

/**
 * Counts the unpaid orders that hold a use of a coupon, for as long as their money is awaited: a transfer's a week. The
 * coupon is locked, so that of several orders at once one after the other is counted.
 *
 * @throws Refusal ORDERS_UNPAID
 */
async function countHolds(
  { config }: Pick<AppContext, 'config'>,
  trx: Executor,
  { clientId, isMerchant, askedFrom }: OrderRow,
  code: string,
): Promise<void> {
  const usesMax = (await lockCoupon(trx, code))?.usesMax ?? null;
  if (usesMax === null) return;
  const { ofPayer, ofNetwork } = await trx
    .selectFrom('couponUses')
    .innerJoin('orders', 'orders.orderId', 'couponUses.orderId')
    .select(({ fn, and }) => [
      fn
        .countAll<bigint>()
        .filterWhere(and({ 'orders.clientId': clientId, isMerchant: false }))
        .as('ofPayer'),
      fn.countAll<bigint>().filterWhere('askedFrom', '=', askedFrom).as('ofNetwork'),
    ])
    .where('couponUses.code', '=', code)
    .where('givenBackAt', 'is', null)
    .where('status', 'in', orderStatuses.filter(isBeforeMoney))
    .executeTakeFirstOrThrow();
  // A payer who is not signed in has typed the address.
  if (!isMerchant && ofPayer >= BigInt(couponHolds.ofClient)) throw unpaid('payer');
  if (askedFrom === '' || config.RATE_LIMIT === 'off') return;
  const most = Math.max(couponHolds.ofNetwork, Math.floor(usesMax / 100));
  if (ofNetwork >= BigInt(most)) throw unpaid('network');
}

async function placeOrder(
  context: AppContext,
  trx: Executor,
  orderId: string,
  input: CreateOrderInput & { refusal: Refusal | undefined },
): Promise<OrderRow> {
  const { sessionId, terms, language, isWithdrawal = false, transferId } = input;
  const isMerchant = terms?.isMerchant ?? false;
  const clientId = await input.openClient(trx);
  // Locked, so that two orders at once cannot each fit into what is left of one limit.
  const client = await holdClient(trx, clientId);
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  // Chains and providers were asked since the caller was known.
  if (sessionId !== '') await holdSession(trx, sessionId, context.clock.now());
  // Money that is accepted meanwhile is counted before or after what is promised here.
  await holdLimits(trx, { clientId, isMerchant, now: context.clock.now() });
  const { quote, request } = await openLockedPrice(context, trx, input.request);
  const preorder = { ...request, partnerKey: terms?.partner.partnerKey };
  const caller = { kind: 'client', clientId, sessionId } as const;
  const tools = { ...context, db: trx };
  const priced = await priceOrder(tools, { preorder, caller, language, locked: quote?.record, isWithdrawal });
  // A payer cannot clear a coupon that its partner has fixed: once it is over the price on screen is without it.
  const isFixed = terms?.fixed.coupon !== undefined;
  const record = requireOrderable(isFixed ? { ...priced, refusedCoupon: undefined } : priced);
  const destination = await checkDestination(tools, record, { clientId, isOwn: !isMerchant }, request);
  await requireUsableDestination(context, trx, { clientId, record, destination });
  // A chain was asked before the transaction, for the same destination.
  if (input.refusal !== undefined) throw input.refusal;
  const missing = checkAgreements(record, request);
  if (missing.length > 0) throw new Refusal(missing);
  const order = await insertOrder(context, trx, {
    orderId,
    network: transferId === undefined ? input.network : undefined,
    client,
    record,
    destination,
    language,
    terms,
    request,
    quote,
    isWithdrawal,
  });
  const given = transferId !== undefined ? [] : consentsOf(order, request, isWithdrawal);
  // What a merchant's payer agrees to is not the word of the client whose e-mail address was typed.
  if (!isMerchant || client.emailConfirmedAt === null) await keepConsents(context, trx, { clientId, language, given });
  const { status, payinDeadline } = order;
  if (!(await spendDiscount(context, trx, order))) throw quoteExpired();
  await addHistory(context, trx, { orderId, from: undefined, to: status, reason: '', actor: 'client' });
  await findPayinMethod(record.payinProvider).plan(context, trx, order, transferId);
  // An order that waits for a code has an e-mail with the code.
  if (status === 'payin_pending' && transferId === undefined)
    await queueOrderEmail(context, trx, 'order-created', order);
  await context.jobs.enqueue(trx, expireOrderJob, { orderId }, { startAfter: payinDeadline, singletonKey: orderId });
  return order;
}

type Request = RequestOf<typeof createOrderCall>;

/** Agreements that an order requires and that were not given; a shown agreement is obligatory. */
export function checkAgreements(
  { isFloatingRate, payinGroup, payoutGroup }: Pick<QuoteRecord, 'isFloatingRate' | 'payinGroup' | 'payoutGroup'>,
  request: Pick<Request, 'isAgreeRate' | 'isAgreeName' | 'isRememberCard' | 'isRememberCardAgree'>,
): RefusalItem[] {
  const asked: [field: string, agreement: string, isAsked: boolean, isGiven: boolean | undefined][] = [
    ['is_agree_rate', 'rate', isFloatingRate, request.isAgreeRate],
    ['is_agree_name', 'name', payinGroup === 'sepa' || payoutGroup === 'sepa', request.isAgreeName],
    ['is_remember_card_agree', 'card', request.isRememberCard === true, request.isRememberCardAgree],
  ];
  return asked
    .filter(([, , isAsked, isGiven]) => isAsked && isGiven !== true)
    .map(([field, agreement]) => ({ code: 'AGREEMENT_REQUIRED', field, values: { agreement } }));
}

/** What was agreed to with an order. A withdrawal has a code in place of the boxes for rate and holder. */
function consentsOf(
  { niceId, payinGroup, payoutGroup }: OrderRow,
  { isAgreeRate, isAgreeName, isAgreeAddress, isRememberCardAgree, isZerohashAgreement, isElderlyAgreement }: Request,
  isWithdrawal: boolean,
): GivenConsent[] {
  const isAccount = [payinGroup, payoutGroup].some((group) => paymentRules(group).asksForOwnName);
  const boxes: [isGiven: boolean | undefined, given: GivenConsent][] = [
    [isAgreeRate && !isWithdrawal, { purpose: 'rate', values: { payment: paymentKind(payinGroup, false) } }],
    [isAgreeName && !isWithdrawal, { purpose: isAccount ? 'own_account' : 'own_wallet' }],
    [isAgreeAddress, { purpose: 'compared_address' }],
    [isRememberCardAgree, { purpose: 'keep_card' }],
    [isZerohashAgreement, { purpose: 'licensed_partner' }],
    [isElderlyAgreement, { purpose: 'own_decision' }],
  ];
  return boxes.flatMap(([isGiven, given]) => (isGiven === true ? [{ ...given, subject: niceId }] : []));
}

/**
 * The destination of an order in its usual form, with the details of its pay-in side.
 *
 * @throws Refusal PAYIN_PAUSED or PAYOUT_PAUSED for an option without a method, or the fault of the destination
 */
async function checkDestination(
  context: AppContext,
  record: QuoteRecord,
  of: { clientId: string; isOwn: boolean },
  request: RequestOf<typeof createOrderCall>,
): Promise<Destination> {
  if (!hasPayinMethod(record.payinProvider)) throw new Refusal({ code: 'PAYIN_PAUSED', field: 'payin_group' });
  if (!hasPayoutMethod(record.payoutProvider)) throw new Refusal({ code: 'PAYOUT_PAUSED', field: 'payout_group' });
  const { payoutCurrency: currency, payoutGroup: group, payoutProvider, payinProvider: provider } = record;
  const destination = await findPayoutMethod(payoutProvider).checkDestination(context, {
    ...of,
    currency,
    group,
    request,
  });
  const isToCard = destination.details.payoutCardToken !== '';
  const source = await findPayinMethod(provider).checkSource?.(context, {
    clientId: of.clientId,
    provider,
    isToCard,
    request,
  });
  return { ...destination, details: { ...destination.details, ...source } };
}
