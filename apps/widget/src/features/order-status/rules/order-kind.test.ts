import { expect, test } from 'vitest';
import { orderDirection } from './order-kind.ts';

test.each([
  [false, true, 'buy'],
  [true, false, 'sell'],
  [true, true, 'exchange'],
  [false, false, 'other'],
] as const)('coins paid in: %s, coins paid out: %s is to %s', (isPayinCrypto, isPayoutCrypto, direction) =>
  expect(orderDirection(isPayinCrypto, isPayoutCrypto)).toBe(direction),
);
