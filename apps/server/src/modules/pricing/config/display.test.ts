import { findCurrency } from '@causeway/domain/currencies/find-currency';
import type { Currency } from '@causeway/domain/currencies/currency';
import { describe, expect, test } from 'vitest';
import { describeFee } from './list-options.ts';
import { displayRate } from './display-rate.ts';
import { makeRecord } from '../price-pair.ts';
import { dearer } from '../rules.ts';
import type { QuoteRecord } from '../quote-record.ts';
import { samplePair, samplePrice, sampleSettings } from '../fixtures/sample-prices.ts';

const free = { percent: 0, fixed: 0n, min: 0n };

function currency(code: string): Currency {
  const found = findCurrency(code);
  if (found === undefined) throw new Error(`${code} is no currency`);
  return found;
}

function recordOf(payinCode: string, payoutCode: string, payinAmount: bigint): QuoteRecord {
  const pair = { payin: currency(payinCode), payout: currency(payoutCode) };
  const one = { numerator: 1n, denominator: 1n };
  const rate = dearer(samplePrice(pair.payin, pair.payout), pair, []);
  const record = makeRecord({
    pair: samplePair(pair.payin, pair.payout, free, free),
    settings: { ...sampleSettings, marginPercent: 0 },
    quoted: { rate, payinEur: one, payoutEur: one, ratedAt: new Date(0) },
    terms: { rate, marginPercent: 0, payinTerms: free, payoutTerms: free },
    isFloatingRate: true,
    payinAmount,
    typedPayout: undefined,
  });
  if (record === undefined) throw new Error('no record');
  return record;
}

describe('3-24 the rate as a person reads it, never better than what is done', () => {
  test.each<[payin: string, payout: string, amount: bigint, rate: string, base: string]>([
    ['EUR', 'BTC', 25_000n, '58250.10', 'BTC'],
    ['BTC', 'EUR', 100_000n, '58214.60', 'BTC'],
    ['EUR', 'DOGE', 25_000n, '0.12220', 'DOGE'],
    ['JPY', 'BTC', 90_000n, '10567870.11', 'BTC'],
    ['BTC', 'ETH', 100_000n, '25.157', 'BTC'],
    ['ETH', 'BTC', 10n ** 18n, '25.191', 'BTC'],
    ['GBP', 'EUR', 25_000n, '1.1402', 'GBP'],
    ['EUR', 'GBP', 25_000n, '1.1404', 'GBP'],
    ['EUR', 'USDTBEP20', 25_000n, '0.85940', 'USDTBEP20'],
  ])('%s to %s', (payin, payout, amount, rate, base) => {
    const shown = displayRate(recordOf(payin, payout, amount));
    expect([shown.rate, shown.base]).toEqual([rate, base]);
    expect([shown.base, shown.quote].toSorted()).toEqual([payin, payout].toSorted());
  });
});

describe('5-41, A-100 a fee as text', () => {
  const texts = {
    say: (_language: string, key: string, values: Readonly<Record<string, string | number>> = {}) => {
      if (key === 'tpl:common:decimal_mark') return '.';
      return key === 'tpl:common:percent' ? `${values['number']}%` : `min. ${values['amount']}`;
    },
    toErrorItem: () => ({ type: 'danger', field: '', code: 'SYSTEM_ERROR', text: '' }) as const,
  };
  test.each<[string, number, bigint, bigint, string]>([
    ['EUR', 15_000, 25n, 0n, '1.5% + 0.25 EUR'],
    ['EUR', 15_000, 25n, 150n, '1.5% + 0.25 EUR, min. 1.50 EUR'],
    ['EUR', 20_000, 0n, 0n, '2%'],
    ['EUR', 0, 100n, 0n, '1 EUR'],
    ['EUR', 0, 0n, 200n, 'min. 2 EUR'],
    ['EUR', 0, 0n, 0n, ''],
    ['BTC', 0, 4_000n, 0n, '0.00004 BTC'],
    ['USDTTRC20', 0, 1_200_000n, 0n, '1.20 USDT'],
    ['JPY', 12_345, 46n, 0n, '1.2345% + 46 JPY'],
  ])('%s %s %s %s', (code, feePercent, feeFixed, feeMin, expected) => {
    expect(describeFee(texts, 'en', { currency: currency(code), feePercent, feeFixed, feeMin })).toBe(expected);
  });
});
