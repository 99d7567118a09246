import { expect, test } from 'vitest';
import { isMerchantOrder } from './order-kind.ts';

test.each([
  [true, 0, 0, true],
  [true, 0, 1, true],
  [true, 1, 0, true],
  [true, 1, 1, true],
  [false, 0, 0, false],
  [false, 0, 1, false],
  [false, 1, 0, true],
  [false, 1, 1, false],
] as const)(
  '6-08 a merchant’s page %j, a merchant’s order %j, read by the partner %j: %j',
  (page, isMerchant, isPartnerRole, is) => expect(isMerchantOrder(page, { isMerchant, isPartnerRole })).toBe(is),
);
