import type { CurrencyGroup, PaymentOption } from '@causeway/contract/shapes/site-config';
import { describe, expect, test } from 'vitest';
import { depositChoices, minutesToBalance, openChoice } from './deposit-rules.ts';

const option = (currency: string, code: string, part: Partial<PaymentOption> = {}): PaymentOption => ({
  code,
  currency,
  name: code,
  localName: code,
  token: '',
  blockchain: '',
  networkFullname: '',
  minAmount: '1',
  maxAmount: '2',
  fields: [],
  balanceAmount: '',
  feeText: '',
  durationMinutes: 10,
  isPaused: 0,
  ...part,
});
const network = (currency: string, code: string, part: Partial<PaymentOption> = {}) =>
  option(currency, code, { blockchain: code, ...part });
const entry = (name: string, isCrypto: 0 | 1, groups: PaymentOption[]): CurrencyGroup => ({
  name,
  fullName: name,
  isCrypto,
  isPopular: 0,
  precision: '8',
  groups,
});

const pickers = {
  payinSelect: [
    entry('EUR', 0, [option('EUR', 'card'), option('EUR', 'sepa'), option('EUR', 'balance')]),
    entry('JPY', 0, [option('JPY', 'card')]),
    entry('BTC', 1, [network('BTC', 'bitcoin'), option('BTC', 'balance')]),
    entry('USDT', 1, [network('USDT', 'ethereum', { isPaused: 1 }), network('USDT', 'arbitrum')]),
    entry('LINK', 1, [network('LINK', 'ethereum')]),
  ],
  payoutSelect: ['EUR', 'BTC', 'USDT'].map((name) => entry(name, 1, [option(name, 'balance')])),
};
const choices = depositChoices(pickers);
const chosen = (currency?: string, group?: string) => {
  const { option: found } = openChoice(choices, { currency, group }) ?? {};
  return [found?.currency, found?.code];
};

describe('what a balance can be filled with', () => {
  test('only what a balance is kept in, without the balance itself', () => {
    expect(choices.map(({ name, groups }) => [name, groups.map(({ code }) => code)])).toEqual([
      ['EUR', ['card', 'sepa']],
      ['BTC', ['bitcoin']],
      ['USDT', ['ethereum', 'arbitrum']],
    ]);
  });

  test.each([
    ['2.1-28 the currency that is asked for', ['BTC'], ['BTC', 'bitcoin']],
    ['its network too', ['USDT', 'ethereum'], ['USDT', 'ethereum']],
    ['its first network that is open', ['USDT'], ['USDT', 'arbitrum']],
    ['money by an order', ['EUR'], ['EUR', 'card']],
    ['one that is not kept: the first coin', ['LINK'], ['BTC', 'bitcoin']],
    ['nothing: the first coin', [], ['BTC', 'bitcoin']],
  ])('%s', (_name, [currency, group], found) => expect(chosen(currency, group)).toEqual(found));

  test('nothing at all', () => expect(openChoice([], {})).toBeUndefined());
});

test.each([
  ['bitcoin', 20, 6, 60],
  ['bitcoin', 90, 6, 90],
  ['ethereum', 2, 12, 3],
  ['arbitrum', 4, 12, 4],
])('coins on %s that take %i min to an order, with %i confirmations: %i', (code, minutes, count, expected) => {
  expect(minutesToBalance(network('BTC', code, { durationMinutes: minutes }), count)).toBe(expected);
});
