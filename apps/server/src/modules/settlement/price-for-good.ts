import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { findCurrentRate } from '../pricing/find-current-rate.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { repriceAtPayment } from '../pricing/reprice-at-payment.ts';
import { priceAmount } from './price-amount.ts';
import { priceExcess } from './price-excess.ts';

/**
 * The price of so much money in time: a fixed rate holds for what was promised, and what is more has the rate of now; a
 * floating one is the rate of the moment in which the money is here.
 *
 * @param isSlow sent in time and not there for good until the price had ended: whoever could still take the money back has
 * watched the market, and gets the lower of the promised price and that of now
 * @throws Error while there is no rate
 */
export async function priceForGood(
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
