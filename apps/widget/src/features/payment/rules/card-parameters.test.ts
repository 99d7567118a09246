import { describe, expect, test } from 'vitest';
import { cardParameters, type CardChoice, payOrderAt } from './card-parameters.ts';
import { initialFinalize } from './finalize.ts';
import { holderName } from './holder-name.ts';

const paying: CardChoice = {
  source: { kind: 'token', token: 'tok_1' },
  provider: 'card_one',
  holder: ' Sam  Sandbox ',
  saveCard: true,
  isPayoutCardMissing: false,
};

test('5-14 the name on the card is trimmed and upper-cased', () => {
  expect(holderName('  Sam Sandbox ')).toBe('SAM SANDBOX');
  expect(holderName('Ærøskøbing  Ü.')).toBe('ÆRØSKØBING Ü.');
});

test('4.7-06 the card goes to the order’s payment URL, or to the order’s own call where it has none', () => {
  expect(payOrderAt('/onramp/o/CW1/pay-by-kept-card')).toMatchObject({
    method: 'POST',
    path: '/onramp/o/CW1/pay-by-kept-card',
  });
  expect(payOrderAt('')).toMatchObject({ method: 'POST', path: '/onramp/o/{niceId}/pay' });
});

test('3-42, 4.8-08 a finalisation begins with no card kept and no name', () => {
  expect(initialFinalize).toEqual({ status: 'initial', params: { saveCard: false, cardHolderName: '' }, detail: '' });
});

describe('4.7-07, A-089 what is posted to the payment URL', () => {
  test('a new card by its token, with the holder and the choice to keep it', () =>
    expect(cardParameters(paying)).toEqual({
      provider: 'card_one',
      cardToken: 'tok_1',
      cardHolderName: 'SAM SANDBOX',
      saveCard: true,
    }));
  test('a session of the acquirer’s script', () =>
    expect(
      cardParameters({ ...paying, source: { kind: 'session', sessionToken: 'st', clientUniqueId: 'CW' } }),
    ).toMatchObject({ sessionToken: 'st', clientUniqueId: 'CW', cardHolderName: 'SAM SANDBOX' }));
  test('a card that the order keeps needs nothing more', () =>
    expect(cardParameters({ ...paying, source: { kind: 'kept' }, holder: '' })).toEqual({ provider: 'card_one' }));
  test('what a wallet’s sheet gave, without a name and never kept', () =>
    expect(
      cardParameters({ ...paying, source: { kind: 'wallet', wallet: 'apple_pay', token: '{}' }, holder: '' }),
    ).toEqual({ provider: 'card_one', wallet: 'apple_pay', walletToken: '{}' }));
  test.each<[string, Partial<CardChoice>]>([
    ['no token', { source: { kind: 'token', token: '' } }],
    ['half a session', { source: { kind: 'session', sessionToken: 'st', clientUniqueId: '' } }],
    ['no name', { holder: '   ' }],
    ['a pay-out card that is not known', { isPayoutCardMissing: true }],
  ])('%s is not valid for a payment', (_name, part) => expect(cardParameters({ ...paying, ...part })).toBeUndefined());
});
