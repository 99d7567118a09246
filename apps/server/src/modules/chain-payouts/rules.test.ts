import { describe, expect, test } from 'vitest';
import { chooseFeeRate } from './network-cost.ts';
import { decideFollow } from './follow-payout.ts';

describe('following a pay-out that needs 2 confirmations', () => {
  test.each([
    ['in the mempool', 'broadcast', 0, 'broadcast', false, false],
    ['one block deep', 'broadcast', 1, 'broadcast', false, false],
    ['deep enough finishes the order', 'broadcast', 2, 'confirmed', false, false],
    ['thrown out before it counted is sent again', 'broadcast', undefined, 'broadcast', true, false],
    ['six deep is settled', 'confirmed', 6, 'settled', false, false],
    ['six deep at the first look is settled', 'broadcast', 7, 'settled', false, false],
    ['back in the mempool after it counted is a danger', 'confirmed', 0, 'confirmed', false, true],
    ['gone after it counted is sent again and a danger', 'confirmed', undefined, 'confirmed', true, true],
    ['deep again after a reorganisation is no danger', 'confirmed', 2, 'confirmed', false, false],
  ] as const)('%s', (_name, before, found, status, isRebroadcast, isEndangered) => {
    expect(decideFollow({ status: before }, found, { payoutConfirmations: 2, settledConfirmations: 6 })).toEqual({
      status,
      confirmations: found ?? 0,
      isRebroadcast,
      isEndangered,
    });
  });

  test('a product that waits for more than six settles when it finishes', () => {
    const needed = { payoutConfirmations: 10, settledConfirmations: 10 };
    expect(decideFollow({ status: 'broadcast' }, 8, needed).status).toBe('broadcast');
    expect(decideFollow({ status: 'broadcast' }, 10, needed).status).toBe('settled');
  });
});

test.each([
  [5n, 5n],
  [0n, 1n],
  [10_000n, 300n],
  [undefined, 10n],
])('an estimate of %s satoshi per byte is paid as %s', (estimate, rate) => {
  expect(chooseFeeRate(estimate)).toBe(rate);
});
