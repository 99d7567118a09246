import { expect, test } from 'vitest';
import { orderWay } from './order-kind.ts';

test.each([
  [false, true, 'buy'],
  [true, false, 'sell'],
  [true, true, 'exchange'],
  [false, false, 'other'],
] as const)('coins paid in: %s, coins paid out: %s is to %s', (isPayinCrypto, isPayoutCrypto, way) =>
  expect(orderWay(isPayinCrypto, isPayoutCrypto)).toBe(way),
);
