import type { Presets } from '@causeway/contract/shapes/presets';
import type { OrderRow } from '../lifecycle/store.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import type { FinishedOrder } from './finished-order.ts';
import { compareRecords } from './quote-rules.ts';

/**
 * Which amount of an order is promised beyond its price: what a merchant's purchase pays out, or what the partner has
 * fixed. With a floating rate nobody can promise what comes out, so what is paid in stays as it was asked for. A donor
 * chooses the amount.
 */
export function findBoundAmount(
  { record, isMerchant, isDonation, purchaseAmount }: Omit<FinishedOrder, 'boundAmount'>,
  fixed: Presets,
): FinishedOrder['boundAmount'] {
  const isPurchase = isMerchant && !isDonation && /[1-9]/.test(purchaseAmount);
  const isPayoutFixed = fixed.payoutAmount !== undefined || (isMerchant && fixed.purchaseAmount !== undefined);
  if (isPurchase || (isPayoutFixed && !record.isFloatingRate)) return 'payout';
  return isPayoutFixed || fixed.payinAmount !== undefined ? 'payin' : '';
}

type PromisedOrder = Pick<OrderRow, 'niceId' | 'boundAmount' | 'payinAmount' | 'payoutAmount' | 'pricing'>;

/** Whether a price for the money that is here pays in or out what was promised. */
export function keepsBoundAmount(
  { boundAmount, payinAmount, payoutAmount }: Pick<PromisedOrder, 'boundAmount' | 'payinAmount' | 'payoutAmount'>,
  final: QuoteRecord,
): boolean {
  if (boundAmount === 'payin') return final.payinAmount === payinAmount;
  return boundAmount !== 'payout' || final.payoutAmount === payoutAmount;
}

/**
 * Before an order is exchanged: its final price has the currencies, methods, fees and partner that were promised, and the
 * amount that was. Whoever makes another price has a fault, and nothing moves.
 *
 * @throws Error
 */
export function requirePromisedPrice(order: PromisedOrder, final: QuoteRecord): void {
  const changed = compareRecords(order.pricing, final);
  const kept = keepsBoundAmount(order, final) ? changed : [...changed, `the ${order.boundAmount} amount`];
  if (kept.length > 0) throw new Error(`The final price of order ${order.niceId} changes ${kept.join(', ')}.`);
}
