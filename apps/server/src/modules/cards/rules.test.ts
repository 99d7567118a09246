import { describe, expect, test } from 'vitest';
import { findCardFault, isExpired, maskCard, toCardType } from './rules.ts';
import type { CardRow } from './store.ts';

const now = new Date('2026-11-21T12:00:00Z');
const card: CardRow = {
  cardId: '0',
  name: '',
  token: 'card_a',
  clientId: 'me',
  acquirer: 'card_one',
  acquirerToken: 'crd_1',
  brand: 'visa',
  first6: '424242',
  last4: '4242',
  binType: 'credit',
  expMonth: 11,
  expYear: 2026,
  isListed: true,
  isRestricted: false,
  createdAt: now,
  deletedAt: null,
  destinationSince: null,
};
const use = { clientId: 'me', acquirer: 'card_one', now };

describe('whether a card may be used', () => {
  test.each([
    [undefined, 'a good one', {}],
    ['token', 'the card of another client', { clientId: 'somebody' }],
    ['token', 'a deleted one', { deletedAt: now }],
    ['token', 'one that another acquirer keeps', { acquirer: 'card_two' }],
    ['restricted', 'A-090 a restricted one', { isRestricted: true }],
    ['type', '5-32 a type that is not taken', { brand: 'amex' }],
    ['expired', 'an expired one', { expMonth: 9 }],
    ['token', 'a deleted one that is restricted too', { deletedAt: now, isRestricted: true }],
  ] as const)('%s: %s', (fault, _name, change) => {
    expect(findCardFault({ ...card, ...change }, use)).toBe(fault);
  });

  test('a card that is not there', () => {
    expect(findCardFault(undefined, use)).toBe('token');
  });

  test.each([
    [11, 2026, false],
    [10, 2026, true],
    [12, 2025, true],
    [1, 2027, false],
  ])('a card until %i/%i is expired in November 2026: %s', (expMonth, expYear, isOver) => {
    expect(isExpired({ expMonth, expYear }, now)).toBe(isOver);
  });

  test('the last month holds to its end in every time zone', () => {
    expect(isExpired({ expMonth: 11, expYear: 2026 }, new Date('2026-12-01T11:59:59Z'))).toBe(false);
    expect(isExpired({ expMonth: 11, expYear: 2026 }, new Date('2026-12-02T00:00:00Z'))).toBe(true);
  });
});

test.each([
  ['424242', '4242', '4242 42·· ···· 4242'],
  ['', '4444', '···· ···· ···· 4444'],
])('3-43 the number %s…%s is shown as %s', (first6, last4, shown) => {
  expect(maskCard({ first6, last4 })).toBe(shown);
});

test.each([
  ['visa', 'visa'],
  ['Mastercard', 'mastercard'],
  ['maestro', 'maestro'],
  ['amex', undefined],
  ['diners', undefined],
  ['', undefined],
])('5-32, A-104 a card of %s is of the type %s', (brand, type) => {
  expect(toCardType(brand)).toBe(type);
});
