import type { ErrorCode } from '@causeway/contract/errors/error-item';
import { divideUp } from '@causeway/domain/money/divide';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { selectCoupon } from '../coupons/store.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { keepsBoundAmount } from '../promises/require-promised-price.ts';
import { findBounds } from './find-bounds.ts';
import { isAmountAllowed } from './is-amount-allowed.ts';
import { priceNow } from './price-for-good.ts';
import { splitAmount } from './split-amount.ts';

/** What going on with the money that is here would give now, or why it cannot go on. */
export type Offer =
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
  return { ...pricing, marginPercent: settings.marginPercent, discount: undefined };
}

/** The price of now for all that an order has received. */
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
