import { divideDown } from '@causeway/domain/money/divide';
import type { QuoteRecord } from './quote-record.ts';
import type { QuotedRate } from './quote-rate.ts';
import { costOf, priceFromPayin } from './rules.ts';

/**
 * The price of a floating order once its money is here: the same pay-in on the same fee terms at the rate of
 * now. `undefined` when the fees would leave nothing to exchange.
 */
export function repriceAtPayment(record: QuoteRecord, quoted: QuotedRate): QuoteRecord | undefined {
  const parts = priceFromPayin({ ...record, rate: quoted.rate }, record.payinAmount);
  if (parts.payoutAmount <= 0n) return undefined;
  return {
    ...record,
    payoutAmount: parts.payoutAmount,
    rate: quoted.rate,
    payinFee: parts.payinFee,
    serviceFee: parts.serviceFee,
    networkFee: parts.networkFee,
    partnerFee: parts.partnerFee,
    exchanged: parts.exchanged,
    rounding: parts.exchanged - costOf(quoted.rate, parts.payoutAmount),
    payoutAmountEur: divideDown(parts.payoutAmount * quoted.payoutEur.numerator, quoted.payoutEur.denominator),
    ratedAt: quoted.ratedAt.toISOString(),
  };
}
