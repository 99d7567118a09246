import { clientLevels } from '@causeway/domain/clients/client-level';
import { z } from 'zod';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';

const amount = z.string();

/** A coupon as a calculation sees it (3-21). */
export const couponResult = z.object({
  code: z.string(),
  info: z.string(),
  error: z.string(),
  warning: z.string(),
  active: flag,
});

/**
 * Fees of a calculation (3-24). Amounts are decimal text: pay-in fees in the pay-in currency,
 * `payoutFixed` and `payoutMinFee` in the pay-out currency. Percents are decimal text such as `1.4000`.
 */
export const calculationDetails = z.object({
  payinCurrency: z.string(),
  payoutCurrency: z.string(),
  marginPercent: z.string(),
  payinPercent: z.string(),
  payinFixed: amount,
  payinMinFee: amount,
  payoutPercent: z.string(),
  payoutFixed: amount,
  payoutMinFee: amount,
  /** Fee of the pay-in method. */
  payinFee: amount,
  /** Service fee, in the pay-in currency. */
  serviceFee: amount,
  /** Network or bank fee of the pay-out, in the pay-in currency. */
  payoutFeeInPayin: amount,
  /** Fee on top of the partner, in the pay-in currency, and its percent; left out where there is none. */
  partnerFee: amount.optional(),
  partnerPercent: z.string().optional(),
  /** Sum of the fees, in the pay-in currency. */
  totalFee: amount,
  /** What is left to be exchanged, in the pay-in currency. */
  exchangedAmount: amount,
  /** Price of one unit of `rateBase` in `rateQuote`, as shown to a person. */
  rate: amount,
  rateBase: z.string(),
  rateQuote: z.string(),
  purchaseRate: amount,
});

/**
 * What the coins of a price are worth, rounded down (an addition to the specification): at the price's own rate where
 * its other side is money of a state, and in that currency; at the market in EUR where both sides are coins. Empty for
 * a side that is not coins, and without a price. It is the worth at that price, not what the coins are worth later.
 */
export const worth = z.object({ payin: amount, payout: amount, currency: z.string() });

/** The answer to "what do I get" (3-18 to 3-21). */
export const calculation = z.object({
  payinAmount: amount,
  payoutAmount: amount,
  payinAmountEur: amount,
  payoutAmountEur: amount,
  worth,
  payinMethod: z.string(),
  payinSubMethod: z.string(),
  payoutMethod: z.string(),
  payoutSubMethod: z.string(),
  canSwitch: flag,
  canFreeFirst: flag,
  isServiceFree: flag,
  isFloatingRate: flag,
  /** Smallest and largest pay-in of the chosen method, empty when there is none. */
  payinMinAmount: amount,
  payinMaxAmount: amount,
  /** Usual minutes from payment to pay-out. */
  durationMinutes: z.int(),
  coupons: z.array(couponResult),
  /** What lowers the service fee; left out where nothing does. */
  discount: z.enum(['first_order', 'next_order', 'coupon', 'vip', 'tier']).optional(),
  /** Locks a fixed price for C-29 until `quoteExpiresAt`, Unix seconds; empty and 0 when there is nothing to lock. */
  quote: z.string(),
  quoteExpiresAt: z.int(),
  details: calculationDetails.nullable(),
});

/** What the caller may do (3-22). `verificationRequired` holds only what is still missing. */
export const calculationLimits = z.object({
  isAuthorized: flag,
  clientLevel: z.enum(clientLevels),
  verificationRequired: z.array(z.enum(['email', 'phone', 'basic', 'identity', 'address', 'bank_statement', 'wallet'])),
});

export const calculationAnswer = z.object({ calc: calculation, limits: calculationLimits, errors: errorItems });
export type Calculation = z.output<typeof calculation>;
export type CouponResult = z.output<typeof couponResult>;
export type CalculationDetails = z.output<typeof calculationDetails>;
export type CalculationLimits = z.output<typeof calculationLimits>;
export type CalculationAnswer = z.output<typeof calculationAnswer>;
export type VerificationKind = CalculationLimits['verificationRequired'][number];
