import type { AppContext } from '../../context.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import { type Bounds, boundsOf } from '../pricing/price-pair.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { divideUp } from '@causeway/domain/money/divide';
import type { Executor } from '../../database/db.ts';
import { assessLimits, assessMerchant } from '../limits/assess-limits.ts';
import { getLimitTable, holdLimits, readStanding } from '../limits/store.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import type { ErrorCode } from '@causeway/contract/errors/error-item';
import { selectCoupon } from '../coupons/store.ts';
import { keepsBoundAmount } from '../promises/require-promised-price.ts';
import { priceNow } from './final-price.ts';
import { splitAmount } from './decide-money.ts';

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
  return { ...pricing, marginPercent: settings.marginPercent, discount: undefined };
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
