import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { findCurrentRate, repriceAtPayment } from '../pricing/quote-rate.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { divideDown, divideUp } from '@causeway/domain/money/divide';
import { type PriceParts, costOf, priceFromPayin } from '../pricing/rules.ts';
import { reduceRatio } from '../rates/cross-price.ts';

/**
 * The price of so much money in time: a fixed rate holds for what was promised, and what is more has the rate of now; a
 * floating one is the rate of the moment in which the money is here.
 *
 * @param isSlow sent in time and not there for good until the price had ended: whoever could still take the money back has
 * watched the market, and gets the lower of the promised price and that of now
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

/** The price of so much money at the rate of now; `undefined` while there is none, or when the fees leave nothing. */
export async function priceNow(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'rates'>,
  pricing: QuoteRecord,
  amount: bigint,
): Promise<QuoteRecord | undefined> {
  const rate = await findCurrentRate(context, pricing);
  // Fees of another amount first: what was asked for may cost more than a part of it can pay.
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
 * The price of more than was promised: what was promised at its own price, and the rest at the rate of now. Fees are
 * those of the whole amount, so the rest bears what they grow by.
 *
 * @param promised the record of the order
 * @param now the same order at the rate of now
 * @param total all that is exchanged, more than was promised
 */
export function priceExcess(promised: QuoteRecord, now: QuoteRecord, total: bigint): QuoteRecord {
  const whole = priceFromPayin(now, total);
  const asked = priceFromPayin(now, promised.payinAmount);
  let rest = total - promised.payinAmount;
  // Lines are rounded one by one, so a line may grow by less than nothing; what is left over is exchanged.
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
