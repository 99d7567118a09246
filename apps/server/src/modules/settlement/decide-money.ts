import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import {
  type QuotedRate,
  type PriceParts,
  quoteRate,
  repriceAtPayment,
  costOf,
  priceFromPayin,
} from '../pricing/rules.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { divideDown, divideUp } from '@causeway/domain/money/divide';
import { reduceRatio } from '../rates/cross-price.ts';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import { getPriceList } from '../currencies/get-price-list.ts';
import { type Bounds, boundsOf } from '../pricing/price-pair.ts';
import type { Executor } from '../../database/db.ts';
import { getLimitTable, holdLimits, readStanding } from '../limits/store.ts';
import { assessLimits, assessMerchant } from '../limits/assess-limits.ts';
import type { ErrorCode } from '@causeway/contract/errors/error-item';
import { selectCoupon } from '../coupons/store.ts';
import { keepsBoundAmount } from '../promises/require-promised-price.ts';

/** The fields of an order that the rule needs. */
export type MoneyOrder = Pick<
  OrderRow,
  'status' | 'payinCurrency' | 'payinAmount' | 'receivedAmount' | 'isFloatingRate' | 'decisionKind'
>;

/**
 * What happens with money that arrived:
 * - `give_back`: it was not requested; the order stays unchanged
 * - `ask`: its owner is asked; it came in part, or too late for the promised price
 * - `exchange`: so much of everything that has arrived is exchanged, and the surplus is refunded
 */
export type MoneyDecision =
  | { kind: 'give_back' }
  | { kind: 'ask'; about: 'partial' | 'late' }
  | { kind: 'exchange'; amount: bigint; surplus: bigint };

/**
 * The rule of settlement. A promised price applies to money that arrived while it was valid; a floating one is that of
 * the moment, so no money is late for it.
 *
 * @param isInTime whether the money came while the price was promised
 * @param isAllowed whether everything together may be exchanged: the option's most and the client's limits
 */
export function decideMoney(
  order: MoneyOrder,
  money: { amount: bigint; currency: string },
  { isInTime, isAllowed }: { isInTime: boolean; isAllowed: boolean },
): MoneyDecision {
  if (!isBeforeMoney(order.status) || money.currency !== order.payinCurrency) return { kind: 'give_back' };
  if (!order.isFloatingRate && (!isInTime || order.decisionKind === 'late')) return { kind: 'ask', about: 'late' };
  const total = order.receivedAmount + money.amount;
  if (total < order.payinAmount) return { kind: 'ask', about: 'partial' };
  return { kind: 'exchange', ...splitAmount(total, order.payinAmount, isAllowed) };
}

/**
 * Of what has arrived, what is exchanged and what is refunded: all is exchanged where that is allowed, else the
 * requested amount.
 */
function splitAmount(total: bigint, asked: bigint, isAllowed: boolean): { amount: bigint; surplus: bigint } {
  const amount = total <= asked || isAllowed ? total : asked;
  return { amount, surplus: total - amount };
}

/**
 * The price of an amount that came in time: a fixed rate applies to the promised amount, and the excess has the current
 * rate; a floating one is the rate at the moment when the money has arrived.
 *
 * @param isSlow sent in time but final only after the price had ended, or approved only then: a payer who could still
 * take the money back may have watched the market, and gets the lower of the promised price and the current one
 * @throws Error while there is no rate
 */
export async function finalPrice(
  context: AppContext,
  order: OrderRow,
  { amount = order.payinAmount, isSlow = false }: { amount?: bigint; isSlow?: boolean } = {},
): Promise<QuoteRecord> {
  const { pricing, isFloatingRate, niceId } = order;
  const isPromised = !isFloatingRate && amount <= pricing.payinAmount;
  const promised = isPromised ? priceAmount(pricing, amount) : undefined;
  if (promised !== undefined && !isSlow) return promised;
  const now = await priceNow(context, pricing, amount);
  if (now === undefined) throw new Error(`There is no rate to exchange the money of order ${niceId} at.`);
  if (isFloatingRate) return now;
  const record = promised ?? priceExcess(pricing, now, amount);
  return isSlow && now.payoutAmount < record.payoutAmount ? now : record;
}

/**
 * The present rate for a price made earlier, on its own side of floating and fixed; `undefined` while there is none.
 */
export async function findCurrentRate(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'rates'>,
  record: QuoteRecord,
): Promise<QuotedRate | undefined> {
  const payin = findCurrency(record.payinCurrency);
  const payout = findCurrency(record.payoutCurrency);
  if (payin === undefined || payout === undefined) return undefined;
  const { settings } = await getPriceList(context);
  return quoteRate(context.rates, settings, { payin, payout }, record.isFloatingRate);
}

/** The price of an amount at the current rate; `undefined` while there is none, or when the fees leave nothing. */
async function priceNow(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'rates'>,
  pricing: QuoteRecord,
  amount: bigint,
): Promise<QuoteRecord | undefined> {
  const rate = await findCurrentRate(context, pricing);
  // Fees of another amount first: the requested amount may cost more than a part of it can pay.
  const asked = rate && repriceAtPayment(pricing, rate);
  return asked && priceAmount(asked, amount);
}

/** The price of another pay-in on the same terms and rate; `undefined` when the fees leave nothing to exchange. */
export function priceAmount(record: QuoteRecord, payinAmount: bigint): QuoteRecord | undefined {
  if (payinAmount === record.payinAmount) return record;
  const parts = priceFromPayin(record, payinAmount);
  if (parts.payoutAmount <= 0n) return undefined;
  return {
    ...record,
    payinAmount,
    payoutAmount: parts.payoutAmount,
    isPayoutTyped: false,
    payinFee: parts.payinFee,
    serviceFee: parts.serviceFee,
    networkFee: parts.networkFee,
    partnerFee: parts.partnerFee,
    exchanged: parts.exchanged,
    rounding: parts.exchanged - costOf(record.rate, parts.payoutAmount),
    payinAmountEur: divideUp(record.payinAmountEur * payinAmount, record.payinAmount),
    payoutAmountEur: divideDown(record.payoutAmountEur * parts.payoutAmount, record.payoutAmount),
    ...worthOfAmount(record, payinAmount),
  };
}

/** The worth that a later price has given to a pay-in, for another amount of it. */
function worthOfAmount(
  { payinWorthEur, payinAmount }: QuoteRecord,
  amount: bigint,
): Pick<QuoteRecord, 'payinWorthEur'> {
  return payinWorthEur === undefined ? {} : { payinWorthEur: divideDown(payinWorthEur * amount, payinAmount) };
}

/**
 * The price of more than was promised: the promised amount at its own price, and the rest at the current rate. Fees are
 * those of the whole amount, so the rest bears their growth.
 *
 * @param promised the record of the order
 * @param now the same order at the current rate
 * @param total all that is exchanged, more than was promised
 */
export function priceExcess(promised: QuoteRecord, now: QuoteRecord, total: bigint): QuoteRecord {
  const whole = priceFromPayin(now, total);
  const asked = priceFromPayin(now, promised.payinAmount);
  let rest = total - promised.payinAmount;
  // Lines are rounded one by one, so a line may grow by less than zero; the remainder is exchanged.
  const grow = (pick: (parts: PriceParts) => bigint): bigint => {
    const grown = pick(whole) - pick(asked);
    const taken = grown <= 0n ? 0n : grown < rest ? grown : rest;
    rest -= taken;
    return taken;
  };
  const payinFee = promised.payinFee + grow((parts) => parts.payinFee);
  const serviceFee = promised.serviceFee + grow((parts) => parts.serviceFee);
  const networkFee = promised.networkFee + grow((parts) => parts.networkFee);
  const partnerFee =
    promised.partnerFee === undefined ? undefined : promised.partnerFee + grow((parts) => parts.partnerFee ?? 0n);
  const restPayout = divideDown(rest * now.rate.denominator, now.rate.numerator);
  const cost = promised.exchanged - promised.rounding + costOf(now.rate, restPayout);
  const payoutAmount = promised.payoutAmount + restPayout;
  const exchanged = promised.exchanged + rest;
  return {
    ...promised,
    payinAmount: total,
    payoutAmount,
    isPayoutTyped: false,
    rate: reduceRatio({ numerator: cost, denominator: payoutAmount }),
    payinFee,
    serviceFee,
    networkFee,
    partnerFee,
    exchanged,
    rounding: exchanged - cost,
    payinAmountEur: divideUp(promised.payinAmountEur * total, promised.payinAmount),
    payoutAmountEur: divideDown(promised.payoutAmountEur * payoutAmount, promised.payoutAmount),
    ...worthOfAmount(promised, total),
  };
}

/** Least and most pay-in of a price at its own rate, by the present options; `undefined` when they no longer exist. */
async function findBounds(
  context: Pick<AppContext, 'config' | 'db' | 'clock'>,
  record: QuoteRecord,
): Promise<Bounds | undefined> {
  const list = await getPriceList(context);
  const payin = list.payin.get(record.payinCurrency)?.find(({ group }) => group.code === record.payinGroup);
  const payout = list.payout.get(record.payoutCurrency)?.find(({ group }) => group.code === record.payoutGroup);
  return payin === undefined || payout === undefined ? undefined : boundsOf({ payin, payout }, record);
}

/** Whether an amount may be exchanged for an order: within what its method accepts, and within its client's limits. */
export async function isAmountAllowed(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  amount: bigint,
): Promise<boolean> {
  // A promised amount is exchanged as promised; the excess is refunded.
  if (order.boundAmount !== '') return false;
  const bounds = await findBounds({ ...context, db: trx }, order.pricing);
  if (bounds === undefined || amount > bounds.max) return false;
  const { orderId, clientId, isMerchant } = order;
  const now = context.clock.now();
  // Locked until the money is counted: money that others accept meanwhile waits.
  if (trx.isTransaction) await holdLimits(trx, { clientId, isMerchant, now });
  const standing = await readStanding(trx, clientId, now, isMerchant, orderId);
  if (standing === undefined) return false;
  const currency = order.payinCurrency === 'USD' ? 'USD' : 'EUR';
  const counted = currency === 'USD' ? order.payinAmountUsd : order.payinAmountEur;
  const cents = divideUp(counted * amount, order.payinAmount);
  const limits = await getLimitTable({ ...context, db: trx });
  const assess = order.isMerchant ? assessMerchant : assessLimits;
  return assess(limits, standing, { currency, cents }).errors.length === 0;
}

/** The result of going on with the money that has arrived, or why it cannot go on. */
type Offer =
  | { record: QuoteRecord; surplus: bigint }
  | { refused: Extract<ErrorCode, 'CANT_EXCHANGE' | 'RATE_UNAVAILABLE'> };

/** A coupon's least amount is judged on what is paid: without the coupon the fee is that of the settings. */
async function withoutLostCoupon(
  context: Pick<AppContext, 'config' | 'db' | 'clock'>,
  pricing: QuoteRecord,
  amount: bigint,
): Promise<QuoteRecord> {
  const { discount, payinAmountEur, payinAmount } = pricing;
  if (discount?.source !== 'coupon' || amount >= payinAmount) return pricing;
  const coupon = await selectCoupon(context.db, discount.code);
  if (coupon !== undefined && divideUp(payinAmountEur * amount, payinAmount) >= coupon.payinMinEur) return pricing;
  const { settings } = await getPriceList(context);
  // Never less than was promised with it: the operator may have lowered the fee since.
  const marginPercent = Math.max(settings.marginPercent, pricing.marginPercent);
  return { ...pricing, marginPercent, discount: undefined };
}

/** The current price for all that an order has received. */
export async function offerNow(context: AppContext, executor: Executor, order: OrderRow): Promise<Offer> {
  const { receivedAmount: total, payinAmount } = order;
  const isAllowed = total <= payinAmount || (await isAmountAllowed(context, executor, order, total));
  const { amount, surplus } = splitAmount(total, payinAmount, isAllowed);
  const source = { ...context, db: executor };
  const pricing = await withoutLostCoupon(source, order.pricing, amount);
  const asked = await priceNow(source, pricing, payinAmount);
  if (asked === undefined) return { refused: 'RATE_UNAVAILABLE' };
  const record = await priceNow(source, pricing, amount);
  const bounds = await findBounds(source, asked);
  if (record === undefined || bounds === undefined || amount < bounds.min) return { refused: 'CANT_EXCHANGE' };
  if (!keepsBoundAmount(order, record)) return { refused: 'CANT_EXCHANGE' };
  return { record, surplus };
}
