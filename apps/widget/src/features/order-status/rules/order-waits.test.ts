import { describe, expect, test } from 'vitest';
import { type PaymentKind, paymentKind } from './order-kind.ts';
import { waitOwner, type Owner } from './wait-owner.ts';

test.each<[string, boolean, PaymentKind]>([
  ['card', false, 'card'],
  ['sepa', false, 'sepa'],
  ['sofort', false, 'sofort'],
  ['wallet', false, 'wallet'],
  ['balance', false, 'balance'],
  ['balance', true, 'balance'],
  ['bitcoin', true, 'crypto'],
  ['ethereum', true, 'crypto'],
  ['pigeon', false, 'other'],
])('the group %s (crypto: %s) is paid as %s', (group, isCrypto, kind) =>
  expect(paymentKind(group, isCrypto)).toBe(kind),
);

describe('whom an order waits for', () => {
  const facts = { payin: 'card', payout: 'crypto', isBankDeciding: false } as const;
  test.each<[PaymentKind, Owner]>([
    ['card', 'you'],
    ['sepa', 'bank'],
    ['sofort', 'you'],
    ['wallet', 'you'],
    ['balance', 'you'],
    ['crypto', 'network'],
  ])('a payment by %s: %s', (payin, owner) => expect(waitOwner('paid', { ...facts, payin })).toBe(owner));
  test('a card whose bank asks: the bank', () =>
    expect(waitOwner('paid', { ...facts, isBankDeciding: true })).toBe('bank'));
  test.each<[PaymentKind, Owner]>([
    ['crypto', 'network'],
    ['sepa', 'bank'],
    ['card', 'bank'],
    ['balance', 'us'],
  ])('a pay-out by %s: %s', (payout, owner) => expect(waitOwner('sent', { ...facts, payout })).toBe(owner));
  test('the exchange is ours, an action is the client’s', () => {
    expect(waitOwner('exchanged', facts)).toBe('us');
    expect(waitOwner('action', facts)).toBe('you');
  });
});
