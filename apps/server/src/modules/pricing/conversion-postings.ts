import { paths } from '../../ledger/paths.ts';
import type { Posting } from '../../ledger/posting.ts';
import type { QuoteRecord } from './quote-record.ts';

/**
 * What an order's money does once it is here: fees and rounding to their accounts, the rest to the treasury,
 * and the pay-out from the treasury to the order. Leaves the order with nothing but its pay-out.
 */
export function conversionPostings(record: QuoteRecord, niceId: string): Posting[] {
  const order = paths.order(niceId);
  const give = (to: string, amount: bigint): Posting => ({ from: order, to, amount, currency: record.payinCurrency });
  const postings: Posting[] = [
    give(paths.payinFee, record.payinFee),
    give(paths.serviceFee, record.serviceFee),
    give(paths.networkFee, record.networkFee),
    ...(record.partnerKey === undefined ? [] : [give(paths.partner(record.partnerKey), record.partnerFee ?? 0n)]),
    give(paths.rounding, record.rounding),
    give(paths.treasury, record.exchanged - record.rounding),
    { from: paths.treasury, to: order, amount: record.payoutAmount, currency: record.payoutCurrency },
  ];
  return postings.filter((posting) => posting.amount > 0n);
}
