import { isDeepStrictEqual } from 'node:util';
import { normalCode } from '../coupons/coupon.ts';
import type { QuoteContent } from '../pricing/quote-token.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import type { FinishedOrder } from './finished-order.ts';

/** Whether an order is what one part of its quote says. */
type QuoteRule = (order: FinishedOrder, quote: QuoteContent) => boolean;

/** Every part of a quote and how it binds its order. A new part needs its row. */
const quoteRules: Readonly<Record<keyof QuoteContent, QuoteRule | 'used up by the order' | 'looked at when opened'>> = {
  quoteId: 'used up by the order',
  record: ({ record }, quote) => isDeepStrictEqual(record, quote.record),
  madeAt: 'looked at when opened',
  until: 'looked at when opened',
  // A visitor has the price in hand and then signs in; a client's own is nobody else's.
  clientId: ({ clientId }, quote) => quote.clientId === '' || quote.clientId === clientId,
  isMerchant: ({ isMerchant }, quote) => isMerchant === quote.isMerchant,
  payToPartner: ({ payToPartner }, quote) => payToPartner === quote.payToPartner,
  coupon: ({ coupon }, quote) => normalCode(coupon) === quote.coupon,
};

/** Whether an order is exactly what its quote promised, to whom it was promised. */
export function isOfQuote(order: FinishedOrder, quote: QuoteContent): boolean {
  return Object.values(quoteRules).every((rule) => typeof rule !== 'function' || rule(order, quote));
}

/**
 * Every part of a price and what may become of it after the order was made: it stays; it is counted again from the
 * amount and the rate; or a discount is lost, which only makes the service dearer. A new part needs its row.
 */
const recordRules: Readonly<Record<keyof QuoteRecord, 'stays' | 'is counted again' | 'grows without the discount'>> = {
  version: 'stays',
  payinCurrency: 'stays',
  payinGroup: 'stays',
  payinProvider: 'stays',
  payinAmount: 'is counted again',
  payoutCurrency: 'stays',
  payoutGroup: 'stays',
  payoutProvider: 'stays',
  payoutAmount: 'is counted again',
  isPayoutTyped: 'is counted again',
  isFloatingRate: 'stays',
  marginPercent: 'grows without the discount',
  payinTerms: 'stays',
  payoutTerms: 'stays',
  rate: 'is counted again',
  payinFee: 'is counted again',
  serviceFee: 'is counted again',
  networkFee: 'is counted again',
  partnerFee: 'is counted again',
  partnerPercent: 'stays',
  partnerKey: 'stays',
  exchanged: 'is counted again',
  rounding: 'is counted again',
  payinAmountEur: 'is counted again',
  payoutAmountEur: 'is counted again',
  durationMinutes: 'stays',
  payinMinutes: 'stays',
  payoutMinutes: 'stays',
  discount: 'grows without the discount',
  ratedAt: 'is counted again',
  quoteSeconds: 'stays',
};

const recordNames = Object.keys(recordRules).filter((name): name is keyof QuoteRecord => name in recordRules);

/** The parts of a final price that are not what its order promised. */
export function compareRecords(promised: QuoteRecord, final: QuoteRecord): (keyof QuoteRecord)[] {
  const isDiscountLost = promised.discount !== undefined && final.discount === undefined;
  return recordNames.filter((name) => {
    const rule = recordRules[name];
    if (rule === 'is counted again') return false;
    if (rule === 'grows without the discount' && isDiscountLost) return final.marginPercent < promised.marginPercent;
    return !isDeepStrictEqual(promised[name], final[name]);
  });
}
