import { describe, expect, test } from 'vitest';
import type { PaymentKind } from '@causeway/domain/payments/payment-methods';
import { waitOwner, type Owner } from './wait-owner.ts';

describe('whom an order waits for', () => {
  const facts = { payin: 'card', payout: 'crypto', isBankDeciding: false } as const;
  test.each<[PaymentKind, Owner]>([
    ['card', 'you'],
    ['bank_transfer', 'bank'],
    ['bank_page', 'you'],
    ['wallet', 'you'],
    ['balance', 'you'],
    ['crypto', 'network'],
  ])('a payment by %s: %s', (payin, owner) => expect(waitOwner('paid', { ...facts, payin })).toBe(owner));
  test('a card whose bank asks: the bank', () =>
    expect(waitOwner('paid', { ...facts, isBankDeciding: true })).toBe('bank'));
  test.each<[PaymentKind, Owner]>([
    ['crypto', 'network'],
    ['bank_transfer', 'bank'],
    ['card', 'bank'],
    ['balance', 'us'],
  ])('a pay-out by %s: %s', (payout, owner) => expect(waitOwner('sent', { ...facts, payout })).toBe(owner));
  test('the exchange is ours, an action is the client’s', () => {
    expect(waitOwner('exchanged', facts)).toBe('us');
    expect(waitOwner('action', facts)).toBe('you');
  });
});
