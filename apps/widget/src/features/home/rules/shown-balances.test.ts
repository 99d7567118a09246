import { describe, expect, test } from 'vitest';
import type { Balance } from './shown-balances.ts';
import { movedTo, shownBalances, shownHold } from './shown-balances.ts';

const balance: Balance = {
  availablePrimaryBalance: '2614.83',
  balances: {
    EUR: { amount: '1164.50', holdAmount: '120.00', primaryAmount: '1164.50', worth: '' },
    BTC: { amount: '0.02481930', holdAmount: '0.00000000', primaryAmount: '1450.33', worth: '1450.33' },
    ETH: { amount: '0.000000000000000000', holdAmount: '0.000000000000000000', primaryAmount: '0.00', worth: '0.00' },
    RWD: { amount: '340.00', holdAmount: '0.00', primaryAmount: '', worth: '' },
  },
  clientBalanceCurrencies: ['EUR', 'BTC', 'ETH'],
  clientPrimaryCurrencies: ['EUR'],
  currencyData: {},
  favoriteCurrencies: [],
  favoriteGroups: [],
  holdPrimaryBalance: '120.00',
  primaryBalance: '2734.83',
  secondaryBalance: '0.04715224',
  primaryCurrency: 'EUR',
  secondaryCurrency: 'BTC',
  worthCurrency: 'EUR',
};

describe('A-106 the wallet', () => {
  test('lists where there is something, with its worth in the primary currency', () => {
    const rows = shownBalances(balance).map(({ code, amount, hold, worth }) => [code, amount, hold, worth]);
    expect(rows).toEqual([
      ['EUR', '1164.50', '120.00', ''],
      ['BTC', '0.02481930', '', '1450.33'],
      ['RWD', '340.00', '', ''],
    ]);
  });
  test('5-E below bitcoin coins have their worth in money, and money has it in bitcoin', () => {
    const balances = {
      EUR: { amount: '1164.50', holdAmount: '0.00', primaryAmount: '0.01990000', worth: '' },
      BTC: { amount: '0.02481930', holdAmount: '0.00000000', primaryAmount: '0.02481930', worth: '1450.33' },
    };
    const rows = shownBalances({ ...balance, balances, primaryCurrency: 'BTC' });
    expect(rows.map(({ code, worth, worthCurrency }) => [code, worth, worthCurrency])).toEqual([
      ['EUR', '0.01990000', 'BTC'],
      ['BTC', '1450.33', 'EUR'],
    ]);
  });
  test('A-108 has the favourites first, in their order', () => {
    const codes = shownBalances({ ...balance, favoriteCurrencies: ['RWD', 'BTC'] }).map(({ code }) => code);
    expect(codes).toEqual(['RWD', 'BTC', 'EUR']);
  });
  test.each([
    ['120.00', '120.00'],
    ['0.00', ''],
    ['', ''],
  ])('of %s on hold it says %s', (holdPrimaryBalance, said) => {
    expect(shownHold({ ...balance, holdPrimaryBalance })).toBe(said);
  });
  test.each([
    ['ABCD', 'A', 'C', 'BCAD'],
    ['ABCD', 'D', 'A', 'DABC'],
    ['ABCD', 'B', 'C', 'ACBD'],
    ['ABCD', 'B', 'B', 'ABCD'],
    ['ABCD', 'A', 'X', 'ABCD'],
    ['ABCD', 'X', 'A', 'ABCD'],
  ])('A-108 of the favourites %s, %s in the place of %s: %s', (favorites, code, target, moved) => {
    expect(movedTo([...favorites], code, target).join('')).toBe(moved);
  });
});
