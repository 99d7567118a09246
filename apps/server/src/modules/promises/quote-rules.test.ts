import { describe, expect, test } from 'vitest';
import type { QuoteContent } from '../pricing/quote.ts';
import { destinationDetails } from '../order-lifecycle/store.ts';
import { sampleRecord } from '../settlement/fixtures/sample-record.ts';
import type { FinishedOrder } from './finished-order.ts';
import { isOfQuote } from './quote-rules.ts';

const quote: QuoteContent = {
  quoteId: '01a20ad3-c2b6-7f6a-a08b-c5053169dfba',
  record: sampleRecord,
  madeAt: 1,
  until: 2,
  clientId: 'client',
  isMerchant: false,
  payToPartner: false,
  coupon: 'WELCOME',
};
const order: FinishedOrder = {
  clientId: 'client',
  email: 'client@example.com',
  record: sampleRecord,
  destination: { address: 'bc1q', tag: '', details: destinationDetails.parse({}) },
  partnerKey: null,
  partnerOrderId: '',
  description: '',
  coupon: 'welcome',
  isMerchant: false,
  payToPartner: false,
  isDonation: false,
  purchaseAmount: '',
  purchaseCurrency: '',
  httpReturnSuccess: '',
  httpReturnFailed: '',
  boundAmount: '',
};

/** An order that differs from the quote in one part. */
const others: Readonly<Record<keyof QuoteContent, Partial<FinishedOrder> | 'judged when it is opened or used up'>> = {
  quoteId: 'judged when it is opened or used up',
  madeAt: 'judged when it is opened or used up',
  until: 'judged when it is opened or used up',
  record: { record: { ...sampleRecord, serviceFee: sampleRecord.serviceFee - 1n } },
  clientId: { clientId: 'another' },
  isMerchant: { isMerchant: true },
  payToPartner: { payToPartner: true },
  coupon: { coupon: '' },
};

describe('an order is what was promised: by each part of its quote', () => {
  test('as it was promised', () => {
    expect(isOfQuote(order, quote)).toBe(true);
    expect(isOfQuote(order, { ...quote, clientId: '' })).toBe(true);
  });

  test.each(Object.entries(others).filter(([, other]) => typeof other !== 'string'))('%s', (_part, other) => {
    expect(isOfQuote({ ...order, ...(typeof other === 'string' ? {} : other) }, quote)).toBe(false);
  });

  test.each(Object.keys(sampleRecord))('%s of its price', (name) => {
    const changed = { ...order, record: { ...sampleRecord, [name]: 'something else' } };
    expect(isOfQuote(changed, quote)).toBe(false);
  });
});
