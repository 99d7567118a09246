import { describe, expect, test } from 'vitest';
import { paymentKind, paymentMethods, paymentRules } from './payment-methods.ts';
import { paymentProviders } from './payment-providers.ts';

describe('the methods of payment', () => {
  test.each([
    ['sofort', false, 'bank_page'],
    ['sepa', false, 'bank_transfer'],
    ['balance', true, 'balance'],
    ['bitcoin', true, 'crypto'],
    ['pigeon', false, 'other'],
    ['constructor', false, 'other'],
  ])('the group %s (crypto: %s) moves money as %s', (group, isCrypto, kind) =>
    expect(paymentKind(group, isCrypto)).toBe(kind),
  );
  test('A-044 payments on the page of a bank or a wallet open a window, others do not', () =>
    expect([...paymentMethods.keys()].filter((group) => paymentRules(group).opensWindow)).toEqual([
      'sofort',
      'wallet',
    ]));
  test('2.3-26 sofort and bank transfers keep the address step', () =>
    expect([...paymentMethods.keys()].filter((group) => paymentRules(group).keepsAddressStep)).toEqual([
      'sepa',
      'sofort',
    ]));
  test('a network has none of their rules', () =>
    expect(Object.values(paymentRules('bitcoin')).every((rule) => !rule)).toBe(true));
  test.each([...paymentProviders])('the provider %s takes a known method', (_name, { method }) =>
    expect(paymentMethods.has(method)).toBe(true),
  );
});
