import type { Preorder } from '@causeway/contract/shapes/preorder';
import type { Calculation, CalculationLimits } from '@causeway/contract/shapes/calculation';
import type { Language } from '@causeway/domain/languages/languages';
import type { Caller } from '../../context.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import type { QuoteRecord } from './quote-record.ts';

/** What is to be priced, for whom. */
export interface PriceOrderInput {
  preorder: Preorder;
  caller: Caller;
  language: Language;
  /** A locked price: it is answered and judged unchanged, not made again. */
  locked?: QuoteRecord | undefined;
  /** Money is to leave the balance: also in its own currency, where it is not exchanged. */
  isWithdrawal?: boolean | undefined;
}

/** A price as far as there is one, and every reason against an order at it. */
export interface PricedOrder {
  /** Present whenever both amounts are known, even when `errors` refuse an order. */
  record: QuoteRecord | undefined;
  /** Smallest pay-in units; 0n when unknown. */
  payinAmount: bigint;
  /** Smallest pay-out units; 0n when unknown. */
  payoutAmount: bigint;
  /** Cents; 0n when unknown. */
  payinAmountEur: bigint;
  /** Any of these refuses an order. */
  errors: RefusalItem[];
  /** An order needs `verificationRequired` to be empty. */
  limits: CalculationLimits;
  /** Why an order with the coupon is refused; the price is made without it. */
  refusedCoupon: RefusalItem | undefined;
  /** How long a fixed price can be ordered at. */
  quoteLockSeconds: number;
  /** The kind of order that was priced. */
  purpose: { isMerchant: boolean; payToPartner: boolean };
  /** The wire form of the price. */
  calculation: Calculation;
}

/**
 * The record to make an order of.
 *
 * @throws Refusal with every reason against it, VERIFICATION_REQUIRED included
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
