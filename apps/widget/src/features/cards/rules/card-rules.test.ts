import type { SavedCard } from '@causeway/contract/shapes/saved-card';
import { expect, test } from 'vitest';
import { addedCard } from './added-card.ts';
import { brandName, cardFacts } from './card-rules.ts';

const card: SavedCard = {
  token: 'card_1',
  provider: 'card_one',
  cardNumber: '4242 42·· ···· 4242',
  binType: 'credit',
  cardType: 'visa',
  expMonth: 4,
  expYear: 2029,
  name: '',
  isRestricted: 0,
  isDestination: 1,
};

test.each([
  ['3-43 a restricted card cannot be chosen', { isRestricted: 1 }, '2026-11-21', 'restricted'],
  ['an ended card neither', {}, '2029-05-01', 'expired'],
  ['one that its owner has not confirmed gets no money', { isDestination: 0 }, '2026-11-21', 'unproven'],
  ['a card counts to the end of its month', {}, '2029-04-30', undefined],
] as const)('%s', (_name, part, day, obstacle) => {
  expect(cardFacts({ ...card, ...part }, new Date(`${day}T12:00:00`), 'payout')).toEqual({
    expires: '04/29',
    obstacle,
  });
});

test('a card of the frame shows its last digits only', () => {
  const added = addedCard({ token: 'tok', brand: 'mastercard', last4: '4444', expMonth: 0, expYear: 0 });
  expect(added).toMatchObject({ token: 'tok', cardNumber: '···· ···· ···· 4444', cardType: 'mastercard' });
  expect(cardFacts(added, new Date('2029-01-01'), 'payout').obstacle).toBeUndefined();
  expect(cardFacts({ ...card, isDestination: 0 }, new Date('2029-01-01'), 'payin').obstacle).toBeUndefined();
});

test('5-32 brands by their names', () => expect(brandName('mastercard')).toBe('Mastercard'));
