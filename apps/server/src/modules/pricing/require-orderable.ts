import { Refusal } from '../../errors.ts';
import type { PricedOrder } from './priced-order.ts';
import type { QuoteRecord } from './quote-record.ts';

/**
 * The record to make an order of.
 *
 * @throws Refusal with everything that stands against it, VERIFICATION_REQUIRED included
 */
export function requireOrderable(priced: PricedOrder): QuoteRecord {
  const isVerified = priced.limits.verificationRequired.length === 0;
  const coupon = priced.refusedCoupon === undefined ? [] : [priced.refusedCoupon];
  const level = isVerified ? [] : [{ code: 'VERIFICATION_REQUIRED' as const }];
  const errors = [...priced.errors, ...coupon, ...level];
  if (errors.length > 0) throw new Refusal(errors);
  if (priced.record === undefined) throw new Refusal({ code: 'CANT_EXCHANGE', field: 'payin_currency' });
  return priced.record;
}
