import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { findCurrentRate, repriceAtPayment } from '../pricing/quote-rate.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { divideDown, divideUp } from '@causeway/domain/money/divide';
import { type PriceParts, costOf, priceFromPayin } from '../pricing/rules.ts';
import { reduceRatio } from '../rates/cross-price.ts';

/**
 * The price of an amount that came in time: a fixed rate applies to the promised amount, and the excess has the current
 * rate; a floating one is the rate at the moment when the money has arrived.
 *
 * @param isSlow sent in time but final only after the price had ended: a payer who could still take the money back may
 * have watched the market, and gets the lower of the promised price and the current one
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

/** The price of an amount at the current rate; `undefined` while there is none, or when the fees leave nothing. */
export async function priceNow(
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
  };
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
  };
}
