import { describe, expect, test } from 'vitest';
import { priceAmount } from './decide-money.ts';
import { sampleRecord } from './fixtures/sample-record.ts';

describe('the price of another amount', () => {
  test('the requested amount keeps its exact price', () => {
    expect(priceAmount(sampleRecord, sampleRecord.payinAmount)).toBe(sampleRecord);
  });

  test('every amount is used up to the last unit', () => {
    for (const amount of [3000n, 3001n, 24_999n, 25_001n, 77_777n, 5_000_000n]) {
      const record = priceAmount(sampleRecord, amount);
      if (record === undefined) throw new Error(`${amount} has no price`);
      expect(record.payinFee + record.serviceFee + record.networkFee + record.exchanged).toBe(amount);
      expect(record.rounding >= 0n).toBe(true);
      expect(record.rate).toEqual(sampleRecord.rate);
      expect(record.isPayoutTyped).toBe(false);
    }
  });

  test('more buys more, a part buys less, and too little buys nothing', () => {
    const of = (amount: bigint) => priceAmount(sampleRecord, amount)?.payoutAmount ?? 0n;
    expect(of(12_500n) < of(25_000n) && of(25_000n) < of(25_001n) + 1n && of(50_000n) > of(25_000n)).toBe(true);
    expect(priceAmount(sampleRecord, 100n)).toBeUndefined();
  });

  test('its value in euro grows with it', () => {
    expect(priceAmount(sampleRecord, sampleRecord.payinAmount * 2n)?.payinAmountEur).toBe(
      sampleRecord.payinAmountEur * 2n,
    );
  });
});
