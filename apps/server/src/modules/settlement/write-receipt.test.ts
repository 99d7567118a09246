import { describe, expect, test } from 'vitest';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { costOf, priceFromPayin } from '../pricing/rules.ts';
import { sampleRecord } from './fixtures/sample-record.ts';
import { priceAmount } from './decide-money.ts';
import { writeReceipt } from './receipt.ts';

const kinds = ['payin', 'payin_fee', 'service_fee', 'network_fee', 'exchanged', 'rate', 'payout'];
const moved: QuoteRecord = atRate({ numerator: 5_930_835n, denominator: 100_000_000n });
const half = priceAmount(sampleRecord, 12_500n);
const more = priceAmount(sampleRecord, 30_000n);

function atRate(rate: QuoteRecord['rate']): QuoteRecord {
  const parts = priceFromPayin({ ...sampleRecord, rate }, sampleRecord.payinAmount);
  return { ...sampleRecord, ...parts, rate, rounding: parts.exchanged - costOf(rate, parts.payoutAmount) };
}

const write = (actual: QuoteRecord | undefined, isFloatingRate = false) =>
  writeReceipt({ quoted: sampleRecord, actual, receivedAmount: 25_000n, isFloatingRate, refunds: [] });
const notes = (actual: QuoteRecord | undefined, isFloatingRate = false) =>
  Object.fromEntries(write(actual, isFloatingRate).map(({ kind, note }) => [kind, note]));

describe('the receipt', () => {
  test('is the quote, line by line, when nothing became different', () => {
    const lines = write(sampleRecord);
    expect(lines.map(({ kind }) => kind)).toEqual(kinds);
    for (const line of lines) expect(line).toMatchObject({ actual: line.quoted, note: '' });
    expect(lines[0]).toEqual({ kind: 'payin', currency: 'EUR', quoted: '250.00', actual: '250.00', note: '' });
  });

  test('a rate that moved says why on every line that moved with it', () => {
    expect(notes(moved, true)).toMatchObject({ payin: '', rate: 'floating_rate', payout: 'floating_rate' });
    expect(notes(moved, false)).toMatchObject({ payin: '', rate: 'late_payment', payout: 'late_payment' });
  });

  test('another amount says why', () => {
    expect(notes(half)).toMatchObject({ payin: 'partial_payment', exchanged: 'partial_payment', rate: '' });
    expect(notes(more)).toMatchObject({ payin: 'over_payment', payout: 'over_payment', rate: '' });
  });

  test('a line that is equal never has a note, one that is not always has', () => {
    for (const actual of [sampleRecord, moved, half, more])
      for (const { quoted, actual: became, note } of write(actual)) expect(note === '').toBe(quoted === became);
  });

  test('money that was not exchanged is shown with what was refunded', () => {
    const lines = writeReceipt({
      quoted: sampleRecord,
      actual: undefined,
      receivedAmount: 10_000n,
      isFloatingRate: false,
      refunds: [{ currency: 'EUR', amount: 10_000n }],
    });
    expect(lines).toEqual([
      { kind: 'payin', currency: 'EUR', quoted: '250.00', actual: '100.00', note: 'partial_payment' },
      { kind: 'refund', currency: 'EUR', quoted: '0.00', actual: '100.00', note: '' },
    ]);
  });
});
