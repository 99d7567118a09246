import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repriceAtPayment, costOf } from '../pricing/rules.ts';
import { sampleRecord } from './fixtures/sample-record.ts';
import { priceAmount, priceExcess } from './decide-money.ts';

const unit = { numerator: 1n, denominator: 1n };

/** The sample order at a rate that is so many thousandths of its own. */
function at(thousandths: number) {
  const { numerator, denominator } = sampleRecord.rate;
  const rate = { numerator: numerator * BigInt(thousandths), denominator: denominator * 1000n };
  const now = repriceAtPayment(sampleRecord, { rate, payinEur: unit, payoutEur: unit, ratedAt: new Date(0) });
  if (now === undefined) throw new Error('the fees leave nothing');
  return now;
}

const rates = fc.integer({ min: 500, max: 2000 });
const excess = fc.bigInt({ min: 1n, max: 10n ** 9n });

describe('a lock is worth what was locked', () => {
  test('no payout exceeds the promise for the promised amount and the current price for the rest', () => {
    fc.assert(
      fc.property(rates, excess, (thousandths, more) => {
        const now = at(thousandths);
        const total = sampleRecord.payinAmount + more;
        const record = priceExcess(sampleRecord, now, total);
        const whole = priceAmount(now, total)?.payoutAmount ?? 0n;
        const fresh = whole - now.payoutAmount;
        // Each of the two is rounded by itself, and the fee lines of the rest by a unit each.
        const slack = 2n + (4n * now.rate.denominator) / now.rate.numerator;
        expect(record.payoutAmount).toBeGreaterThanOrEqual(sampleRecord.payoutAmount);
        expect(record.payoutAmount - sampleRecord.payoutAmount - fresh).toBeLessThanOrEqual(slack);
      }),
      { numRuns: 2000 },
    );
  });

  test('every unit is used up, no line is below zero, and the rate shows what it cost', () => {
    fc.assert(
      fc.property(rates, excess, (thousandths, more) => {
        const record = priceExcess(sampleRecord, at(thousandths), sampleRecord.payinAmount + more);
        const { payinFee, serviceFee, networkFee, partnerFee = 0n, exchanged, rounding } = record;
        expect(payinFee + serviceFee + networkFee + partnerFee + exchanged).toBe(record.payinAmount);
        for (const line of [payinFee, serviceFee, networkFee, partnerFee, rounding])
          expect(line).toBeGreaterThanOrEqual(0n);
        expect(costOf(record.rate, record.payoutAmount)).toBe(exchanged - rounding);
      }),
      { numRuns: 2000 },
    );
  });
});
