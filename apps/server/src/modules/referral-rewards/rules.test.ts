import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rewardOf } from './rules.ts';

const fee = (payinCurrency: string, payinAmount: bigint, payinAmountEur: bigint, serviceFee: bigint) => ({
  payinCurrency,
  payinAmount,
  payinAmountEur,
  serviceFee,
});

describe('A-115 a reward is a part of the service fee', () => {
  test.each([
    ['of euros', fee('EUR', 25_000n, 25_000n, 350n), 25, 87n, 87n],
    ['of coins, at their worth of the order', fee('BTC', 1_000_000n, 60_000n, 14_000n), 25, 210n, 3_500n],
    ['of nothing', fee('EUR', 25_000n, 25_000n, 0n), 25, 0n, 0n],
    ['too small to be worth a cent', fee('BTC', 1_000_000n, 60_000n, 60n), 25, 0n, 0n],
    ['at no percent', fee('EUR', 25_000n, 25_000n, 350n), 0, 0n, 0n],
  ])('%s', (_what, record, percent, amount, feeAmount) => {
    expect(rewardOf(record, percent)).toEqual({ amount, feeAmount });
  });

  test('both levels together never take more than the fee, nor give more than it is worth', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 24n });
    fc.assert(
      fc.property(
        fc.constantFrom('EUR', 'BTC'),
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        units,
        units,
        fc.nat(100),
        (currency, payinAmount, worth, serviceFee, first) => {
          const record = fee(currency, payinAmount, currency === 'EUR' ? payinAmount : worth, serviceFee);
          const [near, far] = [rewardOf(record, first), rewardOf(record, 100 - first)];
          expect(near.feeAmount + far.feeAmount).toBeLessThanOrEqual(serviceFee);
          expect((near.amount + far.amount) * payinAmount).toBeLessThanOrEqual(serviceFee * record.payinAmountEur);
          expect(near.amount === 0n || near.feeAmount > 0n).toBe(true);
        },
      ),
    );
  });
});
