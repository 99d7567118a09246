import type { CalculationDetails } from '@causeway/contract/shapes/calculation';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { displayRate } from './display-rate.ts';
import type { QuoteRecord } from './quote-record.ts';

const percentDecimals = 4;

/** The fee lines of a price as the wire carries them (3-24). */
export function toCalculationDetails(record: QuoteRecord): CalculationDetails {
  const payinPrecision = findCurrency(record.payinCurrency)?.precision ?? 0;
  const payoutPrecision = findCurrency(record.payoutCurrency)?.precision ?? 0;
  const inPayin = (units: bigint) => formatAmount(units, payinPrecision);
  const inPayout = (units: bigint) => formatAmount(units, payoutPrecision);
  const shown = displayRate(record);
  return {
    payinCurrency: record.payinCurrency,
    payoutCurrency: record.payoutCurrency,
    marginPercent: formatPercent(record.marginPercent),
    payinPercent: formatPercent(record.payinTerms.percent),
    payinFixed: inPayin(record.payinTerms.fixed),
    payinMinFee: inPayin(record.payinTerms.min),
    payoutPercent: formatPercent(record.payoutTerms.percent),
    payoutFixed: inPayout(record.payoutTerms.fixed),
    payoutMinFee: inPayout(record.payoutTerms.min),
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

function formatPercent(tenThousandths: number): string {
  return formatAmount(BigInt(tenThousandths), percentDecimals);
}
