import { expect, test } from 'vitest';
import { amountLeft } from './amount-left.ts';

test.each([
  ['250.00', '100.00', 2, '150.00'],
  ['250.00', '0.00', 2, '250.00'],
  ['250.00', '', 2, '250.00'],
  ['250.00', '300.00', 2, '0.00'],
  ['0.00500000', '0.00123456', 8, '0.00376544'],
  ['1.000000000000000001', '0.000000000000000002', 18, '0.999999999999999999'],
])('of %s with %s received at %i decimals %s is left', (whole, received, precision, left) =>
  expect(amountLeft(whole, received, precision)).toBe(left),
);
