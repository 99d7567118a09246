import { z } from 'zod';
import { paths } from '../../ledger/paths.ts';
import type { Posting } from '../../ledger/entry.ts';

/** Smallest units; text in the database, bigint in the program. */
const units = z.codec(z.string().regex(/^\d{1,80}$/), z.bigint().nonnegative(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

/** Whole ten-thousandths of a percent: 14000 is 1.4 %. */
const percent = z.int().min(0).max(999_999);

/** Terms of one fee: the larger of `min` and percent plus `fixed`; amounts in the option's currency. */
const feeTerms = z.object({ percent, fixed: units, min: units });

/**
 * Everything a price was made of, so that it can be shown again and repriced at another rate. Stored as JSON with
 * orders and quotes: write with `z.encode(quoteRecord, record)`, read with `quoteRecord.parse(json)`.
 */
export const quoteRecord = z.object({
  version: z.literal(1),
  payinCurrency: z.string(),
  payinGroup: z.string(),
  payinProvider: z.string(),
  payinAmount: units,
  payoutCurrency: z.string(),
  payoutGroup: z.string(),
  payoutProvider: z.string(),
  payoutAmount: units,
  isPayoutTyped: z.boolean(),
  isFloatingRate: z.boolean(),
  marginPercent: percent,
  payinTerms: feeTerms,
  payoutTerms: feeTerms,
  /** Smallest pay-in units that one smallest pay-out unit costs, spread included: numerator over denominator. */
  rate: z.object({ numerator: units, denominator: units }),
  /** All in smallest pay-in units: the fees and `exchanged` sum to the pay-in. */
  payinFee: units,
  serviceFee: units,
  networkFee: units,
  /** Fee on top of the order's partner; with the partner's key, to whom the fee belongs. */
  partnerFee: units.optional(),
  partnerPercent: percent.optional(),
  partnerKey: z.string().optional(),
  exchanged: units,
  /** The part of `exchanged` that buys nothing because the pay-out is rounded down to its precision. */
  rounding: units,
  /** Value at the market, in cents. */
  payinAmountEur: units,
  payoutAmountEur: units,
  /** The pay-in's value when the order was priced again: limits go on with what was promised, a worth does not. */
  payinWorthEur: units.optional(),
  durationMinutes: z.int(),
  /** Of each side; an order from before they were stored has only the longer one. */
  payinMinutes: z.int().optional(),
  payoutMinutes: z.int().optional(),
  /** What lowered the service fee: `marginPercent` is the percent that is left. */
  discount: z
    .object({
      source: z.enum(['first_order', 'next_order', 'coupon', 'vip', 'tier']),
      /** Part of the service fee that was not charged. */
      percentOff: z.int().min(1).max(100),
      /** The coupon, or the discount's name. */
      code: z.string(),
    })
    .optional(),
  /** When the market made the prices behind the rate. */
  ratedAt: z.iso.datetime(),
  /** How long the price holds once it is a quote. */
  quoteSeconds: z.int(),
});

export type QuoteRecord = z.output<typeof quoteRecord>;
export type FeeTerms = z.output<typeof feeTerms>;

/**
 * The postings of an order's exchange: fees and rounding to their accounts, the rest to the treasury, and the payout
 * from the treasury to the order. Leaves the order with its payout only.
 */
export function conversionPostings(record: QuoteRecord, niceId: string): Posting[] {
  const order = paths.order(niceId);
  const give = (to: string, amount: bigint): Posting => ({ from: order, to, amount, currency: record.payinCurrency });
  const postings: Posting[] = [
    give(paths.payinFee, record.payinFee),
    give(paths.serviceFee, record.serviceFee),
    give(paths.networkFee, record.networkFee),
    ...(record.partnerKey === undefined
      ? []
      : [give(paths.partnerPending(record.partnerKey), record.partnerFee ?? 0n)]),
    give(paths.rounding, record.rounding),
    give(paths.treasury, record.exchanged - record.rounding),
    { from: paths.treasury, to: order, amount: record.payoutAmount, currency: record.payoutCurrency },
  ];
  return postings.filter((posting) => posting.amount > 0n);
}
