import { expect, test } from 'vitest';
import { nextOrder } from './next-order.ts';

test.each([
  ['finished', 'you', 'again'],
  ['canceled', 'you', 'new'],
  ['processing', 'you', undefined],
  ['finished', 'shop', undefined],
  ['finished', 'gift', undefined],
  ['expired', 'shop', 'retry'],
  ['canceled', 'gift', 'retry'],
  ['payin_pending', 'shop', undefined],
] as const)('A-041 after %s for %s the next order is %s', (status, receiver, next) =>
  expect(nextOrder({ status }, receiver)).toBe(next),
);
