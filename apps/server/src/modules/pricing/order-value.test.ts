import { describe, expect, test } from 'vitest';
import { sampleRecord } from '../settlement/fixtures/sample-record.ts';
import { worthOf } from './order-value.ts';
import type { QuoteRecord } from './quote-record.ts';

/** The sides of a price, in smallest units. */
const priced = (part: Partial<QuoteRecord>): QuoteRecord => ({ ...sampleRecord, ...part });
/** A bitcoin for 58 000.00 of the money. */
const buying = { numerator: 5_800_000n, denominator: 100_000_000n };
const selling = { numerator: 100_000_000n, denominator: 5_800_000n };
const bought = { payoutCurrency: 'BTC', payoutAmount: 420_000n, rate: buying };
const sold = { payinCurrency: 'BTC', payinAmount: 420_001n, payoutAmount: 24_000n, rate: selling };

describe('5-E the worth of an order’s coins', () => {
  test.each<[string, Partial<QuoteRecord>, ReturnType<typeof worthOf>]>([
    ['bought for euros', bought, { payin: '', payout: '243.60', currency: 'EUR' }],
    ['bought for dollars', { ...bought, payinCurrency: 'USD' }, { payin: '', payout: '243.60', currency: 'USD' }],
    ['sold, rounded down', { ...sold, payoutCurrency: 'GBP' }, { payin: '243.60', payout: '', currency: 'GBP' }],
    [
      'against coins, in euros at the market',
      { ...sold, payoutCurrency: 'ETH', payinAmountEur: 24_360n, payoutAmountEur: 23_900n },
      { payin: '243.60', payout: '239.00', currency: 'EUR' },
    ],
    [
      'against coins, priced again at the payment: both of that moment',
      { ...sold, payoutCurrency: 'ETH', payinAmountEur: 24_360n, payinWorthEur: 28_000n, payoutAmountEur: 27_500n },
      { payin: '280.00', payout: '275.00', currency: 'EUR' },
    ],
    ['bought with points', { ...bought, payinCurrency: 'RWD' }, { payin: '', payout: '239.00', currency: 'EUR' }],
    ['none', { payoutCurrency: 'USD' }, { payin: '', payout: '', currency: 'EUR' }],
  ])('%s', (_what, part, worth) => {
    expect(worthOf(priced(part))).toEqual(worth);
  });

  test('is not known without a price', () => {
    expect(worthOf(undefined)).toEqual({ payin: '', payout: '', currency: 'EUR' });
  });
});
