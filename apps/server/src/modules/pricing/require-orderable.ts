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
  const errors = isVerified ? priced.errors : [...priced.errors, { code: 'VERIFICATION_REQUIRED' as const }];
  if (errors.length > 0) throw new Refusal(errors);
  if (priced.record === undefined) throw new Refusal({ code: 'CANT_EXCHANGE', field: 'payin_currency' });
  return priced.record;
}
