import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { findCurrentRate } from '../pricing/find-current-rate.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { repriceAtPayment } from '../pricing/reprice-at-payment.ts';
import { priceAmount } from './price-amount.ts';

/**
 * The price of so much money in time: a fixed rate holds; a floating one is the rate of the moment in which the money
 * is here.
 *
 * @throws Error while there is no rate
 */
export async function priceForGood(
  context: AppContext,
  order: OrderRow,
  amount: bigint = order.payinAmount,
): Promise<QuoteRecord> {
  const { pricing, isFloatingRate, niceId } = order;
  const record = isFloatingRate ? await priceNow(context, pricing, amount) : priceAmount(pricing, amount);
  if (record === undefined) throw new Error(`There is no rate to exchange the money of order ${niceId} at.`);
  return record;
}

/** The price of so much money at the rate of now; `undefined` while there is none, or when the fees leave nothing. */
export async function priceNow(
  context: Pick<AppContext, 'db' | 'clock' | 'rates'>,
  pricing: QuoteRecord,
  amount: bigint,
): Promise<QuoteRecord | undefined> {
  const rate = await findCurrentRate(context, pricing);
  // Fees of another amount first: what was asked for may cost more than a part of it can pay.
  const asked = rate && repriceAtPayment(pricing, rate);
  return asked && priceAmount(asked, amount);
}
