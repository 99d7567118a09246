import { expect, test } from 'vitest';
import { decidedBack, isOfAccount, orderDirection, refundKind } from './order-kind.ts';

test.each([
  [false, true, 'buy'],
  [true, false, 'sell'],
  [true, true, 'exchange'],
  [false, false, 'other'],
] as const)('coins paid in: %s, coins paid out: %s is to %s', (isPayinCrypto, isPayoutCrypto, direction) =>
  expect(orderDirection(isPayinCrypto, isPayoutCrypto)).toBe(direction),
);

test.each([
  ['crypto', 1, 'claim'],
  ['balance', 1, 'claim'],
  ['card', 1, 'card'],
  ['crypto', 0, 'crypto'],
  ['balance', 0, 'balance'],
] as const)('A-093 money that came by %s, of an order of a merchant: %s, goes back as %s', (kind, isMerchant, shown) =>
  expect(refundKind(kind, { isMerchant }, false)).toBe(shown),
);

test.each([
  ['crypto', 1, 'claim'],
  ['balance', 1, 'claim'],
  ['card', 1, 'other'],
  ['bank_transfer', 1, 'other'],
  ['crypto', 0, 'balance'],
  ['balance', 0, 'balance'],
  ['card', 0, 'balance'],
  ['bank_page', 0, 'balance'],
  ['wallet', 0, 'balance'],
  ['bank_transfer', 0, 'other'],
] as const)(
  'A-093 who has money back that came by %s, of an order of a merchant: %s, has it as %s',
  (kind, isMerchant, back) => expect(decidedBack(kind, { isMerchant }, false)).toBe(back),
);

test('A-093 a payer who is signed in to the account of the address reads of its balance; a holder of the link does not', () => {
  const order = { isClientRole: 1, email: 'Ada@example.com' } as const;
  const shown = (client: Parameters<typeof isOfAccount>[1]) =>
    refundKind('balance', { isMerchant: 1 }, isOfAccount(order, client));
  expect(shown({ isAuthorized: 1, email: 'ada@example.com' })).toBe('balance');
  expect(shown({ isAuthorized: 1, email: 'bob@example.com' })).toBe('claim');
  expect(shown({ isAuthorized: 0, email: '' })).toBe('claim');
  expect(decidedBack('crypto', { isMerchant: 1 }, true)).toBe('balance');
});
