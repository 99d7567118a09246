import { divideDown, divideUp } from '@causeway/domain/money/divide';
import type { PricingSettings } from '../currencies/price-list.ts';
import type { QuoteRecord } from './quote-record.ts';
import type { QuotedRate } from './quote-rate.ts';
import type { Pair } from './read-preorder.ts';
import { oncePer } from './once-per.ts';
import { costOf, priceFromPayin, type PriceTerms } from './rules.ts';

/** What a price is made from. */
export interface RecordInput {
  pair: Pair;
  settings: PricingSettings;
  quoted: QuotedRate;
  /** Of the pair, at the quoted rate. */
  terms: PriceTerms;
  isFloatingRate: boolean;
  payinAmount: bigint;
  /** The pay-out that was typed; what the pay-in would buy beyond it goes to rounding. */
  typedPayout: bigint | undefined;
}

const toIsoText = oncePer((at: Date) => at.toISOString());

/** The record of a price, or `undefined` when the fees leave nothing to exchange. */
export function makeRecord(input: RecordInput): QuoteRecord | undefined {
  const { pair, settings, quoted, terms, payinAmount } = input;
  const parts = priceFromPayin(terms, payinAmount);
  const payoutAmount = input.typedPayout ?? parts.payoutAmount;
  if (payoutAmount <= 0n || payoutAmount > parts.payoutAmount) return undefined;
  return {
    version: 1,
    payinCurrency: pair.payin.currency.code,
    payinGroup: pair.payin.group.code,
    payinProvider: pair.payin.provider,
    payinAmount,
    payoutCurrency: pair.payout.currency.code,
    payoutGroup: pair.payout.group.code,
    payoutProvider: pair.payout.provider,
    payoutAmount,
    isPayoutTyped: input.typedPayout !== undefined,
    isFloatingRate: input.isFloatingRate,
    marginPercent: terms.marginPercent,
    payinTerms: terms.payinTerms,
    payoutTerms: terms.payoutTerms,
    rate: terms.rate,
    payinFee: parts.payinFee,
    serviceFee: parts.serviceFee,
    networkFee: parts.networkFee,
    partnerFee: parts.partnerFee,
    partnerPercent: terms.partnerPercent,
    partnerKey: settings.partnerKey,
    exchanged: parts.exchanged,
    rounding: parts.exchanged - costOf(terms.rate, payoutAmount),
    // Rounded so that a limit is never slipped under.
    payinAmountEur: divideUp(payinAmount * quoted.payinEur.numerator, quoted.payinEur.denominator),
    payoutAmountEur: divideDown(payoutAmount * quoted.payoutEur.numerator, quoted.payoutEur.denominator),
    durationMinutes: Math.max(pair.payin.durationMinutes, pair.payout.durationMinutes),
    payinMinutes: pair.payin.durationMinutes,
    payoutMinutes: pair.payout.durationMinutes,
    ratedAt: toIsoText(quoted.ratedAt),
    quoteSeconds: settings.quoteSeconds,
  };
}

/** The fees of a pair, as a record keeps them. */
export function termsOf(
  pair: Pair,
  settings: PricingSettings,
): Pick<QuoteRecord, 'marginPercent' | 'partnerPercent' | 'payinTerms' | 'payoutTerms'> {
  return {
    marginPercent: settings.marginPercent,
    partnerPercent: settings.partnerPercent,
    payinTerms: { percent: pair.payin.feePercent, fixed: pair.payin.feeFixed, min: pair.payin.feeMin },
    payoutTerms: { percent: pair.payout.feePercent, fixed: pair.payout.feeFixed, min: pair.payout.feeMin },
  };
}
