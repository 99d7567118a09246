import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { findCurrentRate } from '../pricing/find-current-rate.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { repriceAtPayment } from '../pricing/reprice-at-payment.ts';

/** A fixed rate holds; a floating one is the rate of the moment in which the money is here. */
export async function priceForGood(
  context: AppContext,
  { pricing, isFloatingRate, niceId }: OrderRow,
): Promise<QuoteRecord> {
  if (!isFloatingRate) return pricing;
  const rate = await findCurrentRate(context, pricing);
  const record = rate && repriceAtPayment(pricing, rate);
  if (record === undefined) throw new Error(`There is no rate to exchange the money of order ${niceId} at.`);
  return record;
}
