import type { CalculationDetails } from '@causeway/contract/shapes/calculation';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { displayRate } from './display-rate.ts';
import type { FeeTerms, QuoteRecord } from './quote-record.ts';

const percentDecimals = 4;

/** The fee lines of a price as the wire carries them (3-24). */
export function toCalculationDetails(record: QuoteRecord): CalculationDetails {
  const payinPrecision = findCurrency(record.payinCurrency)?.precision ?? 0;
  const payoutPrecision = findCurrency(record.payoutCurrency)?.precision ?? 0;
  const inPayin = (units: bigint) => formatAmount(units, payinPrecision);
  const payin = tellTerms(record.payinTerms, payinPrecision);
  const payout = tellTerms(record.payoutTerms, payoutPrecision);
  const shown = displayRate(record);
  return {
    payinCurrency: record.payinCurrency,
    payoutCurrency: record.payoutCurrency,
    marginPercent: formatPercent(record.marginPercent),
    payinPercent: payin.percent,
    payinFixed: payin.fixed,
    payinMinFee: payin.min,
    payoutPercent: payout.percent,
    payoutFixed: payout.fixed,
    payoutMinFee: payout.min,
    payinFee: inPayin(record.payinFee),
    serviceFee: inPayin(record.serviceFee),
    payoutFeeInPayin: inPayin(record.networkFee),
    ...(record.partnerFee !== undefined && {
      partnerFee: inPayin(record.partnerFee),
      partnerPercent: formatPercent(record.partnerPercent ?? 0),
    }),
    totalFee: inPayin(record.payinFee + record.serviceFee + record.networkFee + (record.partnerFee ?? 0n)),
    exchangedAmount: inPayin(record.exchanged),
    rate: shown.rate,
    rateBase: shown.base,
    rateQuote: shown.quote,
    purchaseRate: shown.purchaseRate,
  };
}

interface ToldTerms {
  precision: number;
  percent: string;
  fixed: string;
  min: string;
}

/** The terms of a pair stand on every price of it. */
const told = new WeakMap<FeeTerms, ToldTerms>();

function tellTerms(terms: FeeTerms, precision: number): ToldTerms {
  const before = told.get(terms);
  if (before?.precision === precision) return before;
  const { percent, fixed, min } = terms;
  const texts = {
    precision,
    percent: formatPercent(percent),
    fixed: formatAmount(fixed, precision),
    min: formatAmount(min, precision),
  };
  told.set(terms, texts);
  return texts;
}

function formatPercent(tenThousandths: number): string {
  return formatAmount(BigInt(tenThousandths), percentDecimals);
}
