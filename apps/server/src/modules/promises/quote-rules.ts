import { isDeepStrictEqual } from 'node:util';
import { normalCode } from '../coupons/coupon.ts';
import type { QuoteContent } from '../pricing/quote.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import type { FinishedOrder } from './finished-order.ts';

/** Whether an order agrees with one part of its quote. */
type QuoteRule = (order: FinishedOrder, quote: QuoteContent) => boolean;

/** Every part of a quote and how it binds its order. A new part needs its row. */
const quoteRules: Readonly<Record<keyof QuoteContent, QuoteRule | 'used up by the order' | 'looked at when opened'>> = {
  quoteId: 'used up by the order',
  record: ({ record }, quote) => isDeepStrictEqual(record, quote.record),
  madeAt: 'looked at when opened',
  until: 'looked at when opened',
  // A visitor gets the price and then signs in; a client's own is valid for no other.
  clientId: ({ clientId }, quote) => quote.clientId === '' || quote.clientId === clientId,
  isMerchant: ({ isMerchant }, quote) => isMerchant === quote.isMerchant,
  payToPartner: ({ payToPartner }, quote) => payToPartner === quote.payToPartner,
  coupon: ({ coupon }, quote) => normalCode(coupon) === quote.coupon,
};

/** Whether an order is exactly what its quote promised, and for its caller. */
export function isOfQuote(order: FinishedOrder, quote: QuoteContent): boolean {
  return Object.values(quoteRules).every((rule) => typeof rule !== 'function' || rule(order, quote));
}

/**
 * Every part of a price and how it may change after the order was made: it stays; it is recalculated from the amount
 * and the rate; or a discount is lost, which only raises the service fee. A new part needs its row.
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
  payinWorthEur: 'is counted again',
  durationMinutes: 'stays',
  payinMinutes: 'stays',
  payoutMinutes: 'stays',
  discount: 'grows without the discount',
  ratedAt: 'is counted again',
  quoteSeconds: 'stays',
};

const recordNames = Object.keys(recordRules).filter((name): name is keyof QuoteRecord => name in recordRules);

/** The parts of a final price that differ from what its order promised. */
export function compareRecords(promised: QuoteRecord, final: QuoteRecord): (keyof QuoteRecord)[] {
  const isDiscountLost = promised.discount !== undefined && final.discount === undefined;
  return recordNames.filter((name) => {
    const rule = recordRules[name];
    if (rule === 'is counted again') return false;
    if (rule === 'grows without the discount' && isDiscountLost) return final.marginPercent < promised.marginPercent;
    return !isDeepStrictEqual(promised[name], final[name]);
  });
}
