import { describe, expect, test } from 'vitest';
import { sampleRecord } from '../settlement/fixtures/sample-record.ts';
import { type OrderRow, destinationDetails } from '../order-lifecycle/store.ts';
import {
  keepsBoundAmount,
  requirePromisedPayout,
  requirePromisedPrice,
  requirePromisedRefund,
  requirePromisedReturn,
} from './require-promised-price.ts';
import { compareRecords } from './quote-rules.ts';

const order = {
  niceId: 'CW1',
  boundAmount: '',
  payinAmount: sampleRecord.payinAmount,
  payoutAmount: sampleRecord.payoutAmount,
  payinCurrency: 'EUR',
  receivedAmount: sampleRecord.payinAmount,
  payoutCurrency: 'BTC',
  payoutGroup: 'bitcoin',
  destinationAddress: 'bc1q',
  destinationDetails: destinationDetails.parse({}),
  payToPartner: false,
  pricing: sampleRecord,
} as OrderRow;
const { payoutAmount: amount } = sampleRecord;
const payout = { amount, currency: 'BTC', destination: 'bc1q' };

describe('an order is what was promised: before a pay-out and a refund', () => {
  test.each([
    ['another address', { ...payout, destination: 'bc1p' }],
    ['another currency', { ...payout, currency: 'ETH' }],
    ['more', { ...payout, amount: amount + 1n }],
    ['less', { ...payout, amount: amount - 1n }],
  ])('%s is not sent', (_name, other) => {
    expect(() => requirePromisedPayout(order, other)).toThrow('not what was promised');
    expect(() => requirePromisedPayout(order, payout)).not.toThrow();
  });

  test('what pays the partner goes to no address, and a card is the order’s own', () => {
    expect(() => requirePromisedPayout({ ...order, payToPartner: true }, payout)).toThrow('not what was promised');
    const details = destinationDetails.parse({ payoutCardToken: 'card' });
    const byCard = { ...order, destinationAddress: '', destinationDetails: details };
    expect(() => requirePromisedPayout(byCard, { ...payout, destination: 'other' })).toThrow('not what was promised');
    expect(() => requirePromisedPayout(byCard, { ...payout, destination: 'card' })).not.toThrow();
  });

  test('a balance is paid for an order that says so, the partner’s too, and nothing else is', () => {
    const toBalance = { ...payout, destination: '' };
    const credited = { ...order, payoutGroup: 'balance', destinationAddress: '' };
    expect(() => requirePromisedPayout(credited, toBalance)).not.toThrow();
    expect(() => requirePromisedPayout({ ...credited, payToPartner: true }, toBalance)).not.toThrow();
    expect(() => requirePromisedPayout(credited, { ...toBalance, amount: amount + 1n })).toThrow(
      'not what was promised',
    );
    expect(() => requirePromisedPayout(order, toBalance)).toThrow('not what was promised');
    const addressless = { ...order, destinationAddress: '' };
    expect(() => requirePromisedPayout(addressless, toBalance)).toThrow('not what was promised');
    expect(() => requirePromisedPayout({ ...order, payoutGroup: 'balance' }, payout)).toThrow('not what was promised');
  });

  const { payinAmount } = sampleRecord;
  test.each([
    ['more than came', order, { amount: payinAmount + 1n, currency: 'EUR' }],
    ['more than was to be paid out', order, { amount: amount + 1n, currency: 'BTC' }],
    ['another currency', order, { amount: 1n, currency: 'USD' }],
  ])('the owner’s balance does not get %s', (_name, of, wrong) => {
    expect(() => requirePromisedReturn(of, wrong)).toThrow('not of its money');
    expect(() => requirePromisedReturn(of, { amount: payinAmount, currency: 'EUR' })).not.toThrow();
    expect(() => requirePromisedReturn(of, { amount, currency: 'BTC' })).not.toThrow();
    const over = { ...of, receivedAmount: payinAmount + 1n };
    expect(() => requirePromisedReturn(over, { amount: payinAmount + 1n, currency: 'EUR' })).not.toThrow();
  });

  const refund = { orderId: '1', amount: 10n, currency: 'EUR', destination: 'DE' };
  const source = { orderId: '1', amount: 10n, currency: 'EUR', refundDestination: 'DE' };
  test.each([
    ['to somebody else', { ...refund, destination: 'ES' }],
    ['of another order', { ...refund, orderId: '2' }],
    ['of more', { ...refund, amount: 11n }],
    ['in another currency', { ...refund, currency: 'USD' }],
  ])('nothing goes back %s', (_name, other) => {
    expect(() => requirePromisedRefund(other, source)).toThrow('not of the money that came');
    expect(() => requirePromisedRefund(refund, source)).not.toThrow();
  });
});

describe('an order is what was promised: before it is exchanged', () => {
  /** Parts of a price that are recalculated from amount and rate. */
  const counted = new Set([
    'payinAmount',
    'payoutAmount',
    'isPayoutTyped',
    'rate',
    'payinFee',
    'serviceFee',
    'networkFee',
    'partnerFee',
    'exchanged',
    'rounding',
    'payinAmountEur',
    'payoutAmountEur',
    'ratedAt',
  ]);
  const full = { ...sampleRecord, partnerKey: 'pk_a', partnerPercent: 1, payinMinutes: 1, payoutMinutes: 1 };

  test.each(Object.keys({ ...full, discount: '' }))('%s of the price stays, or is counted again', (name) => {
    const discount = { source: 'coupon', percentOff: 50, code: 'X' } as const;
    const changed = { ...full, [name]: name === 'discount' ? discount : 'something else' };
    expect(compareRecords(full, changed)).toEqual(counted.has(name) ? [] : [name]);
  });

  test('a discount can be lost, and makes nothing cheaper', () => {
    const discount = { source: 'coupon', percentOff: 50, code: 'X' } as const;
    const promised = { ...sampleRecord, discount, marginPercent: 7000 };
    const { discount: _lost, ...lost } = promised;
    expect(compareRecords(promised, { ...lost, marginPercent: 14_000 })).toEqual([]);
    expect(compareRecords(promised, { ...lost, marginPercent: 6999 })).toEqual(['marginPercent', 'discount']);
    expect(compareRecords(promised, { ...promised, marginPercent: 14_000 })).toEqual(['marginPercent']);
  });

  test('a promised amount is that amount', () => {
    const more = { ...sampleRecord, payinAmount: sampleRecord.payinAmount + 1n };
    expect(keepsBoundAmount(order, more)).toBe(true);
    expect(keepsBoundAmount({ ...order, boundAmount: 'payin' }, more)).toBe(false);
    expect(keepsBoundAmount({ ...order, boundAmount: 'payout' }, more)).toBe(true);
    expect(() => requirePromisedPrice({ ...order, boundAmount: 'payin' }, more)).toThrow('the payin amount');
  });
});
