import { divideDown, divideUp } from '@causeway/domain/money/divide';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { costOf, priceFromPayin } from '../pricing/rules.ts';

/** The price of another pay-in on the same terms and rate; `undefined` when the fees leave nothing to exchange. */
export function priceAmount(record: QuoteRecord, payinAmount: bigint): QuoteRecord | undefined {
  if (payinAmount === record.payinAmount) return record;
  const parts = priceFromPayin(record, payinAmount);
  if (parts.payoutAmount <= 0n) return undefined;
  return {
    ...record,
    payinAmount,
    payoutAmount: parts.payoutAmount,
    isPayoutTyped: false,
    payinFee: parts.payinFee,
    serviceFee: parts.serviceFee,
    networkFee: parts.networkFee,
    partnerFee: parts.partnerFee,
    exchanged: parts.exchanged,
    rounding: parts.exchanged - costOf(record.rate, parts.payoutAmount),
    payinAmountEur: divideUp(record.payinAmountEur * payinAmount, record.payinAmount),
    payoutAmountEur: divideDown(record.payoutAmountEur * parts.payoutAmount, record.payoutAmount),
  };
}
