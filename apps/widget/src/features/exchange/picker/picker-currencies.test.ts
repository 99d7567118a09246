import type { CurrencyConfigEntry, CurrencyGroup, PaymentOption } from '@causeway/contract/shapes/site-config';
import { currencyList } from '@causeway/domain/currencies/currency-list';
import { describe, expect, test } from 'vitest';
import { isChoosable, searchCurrencies } from '../../../parts/currency/search-currencies.ts';
import { pickerCurrencies } from './picker-currencies.ts';

const config: Record<string, CurrencyConfigEntry> = Object.fromEntries(
  currencyList.map((currency) => [
    currency.code,
    {
      name: currency.name,
      fullname: currency.fullName,
      isCrypto: currency.isCrypto ? 1 : 0,
      isVirtual: 0,
      precision: String(currency.precision),
      token: currency.token,
      networkFullname: currency.networkFullName,
      color: currency.color,
      symbol: currency.symbol,
      balanceCurrency: currency.balanceCurrency,
    },
  ]),
);
const t = (key: string, values?: object) =>
  key === 'tpl:common:decimal_mark' ? '.' : `${key}${values ? JSON.stringify(values) : ''}`;

function network(code: string, isPaused: 0 | 1 = 0): PaymentOption {
  const currency = currencyList.find((known) => known.code === code);
  if (!currency) throw new Error(code);
  return {
    code: currency.network,
    currency: code,
    name: currency.networkFullName,
    localName: currency.networkFullName,
    token: currency.token,
    blockchain: currency.network,
    networkFullname: currency.networkFullName,
    minAmount: '10',
    maxAmount: '60000',
    fields: [],
    balanceAmount: '',
    feeText: '1.20 USDT',
    durationMinutes: 4,
    isPaused,
  };
}
const balance = (code: string, amount: string): PaymentOption => ({
  ...network(code),
  code: 'balance',
  localName: 'Balance',
  balanceAmount: amount,
});
const entry = (name: string, ...groups: PaymentOption[]): CurrencyGroup => ({
  name,
  fullName: 'Tether',
  isCrypto: 1,
  isPopular: 1,
  precision: '6',
  groups,
});
const list = (...groups: PaymentOption[]) => pickerCurrencies([entry('USDT', ...groups)], config, false, t, 'en');

describe('2.3-27 money has its name in the client’s language', () => {
  const money: CurrencyGroup = { ...entry('USD', network('USDT')), fullName: 'US dollar', isCrypto: 0 };
  const named = (language: string, group = money) => pickerCurrencies([group], config, true, t, language);
  test.each([
    ['en', 'US dollar'],
    ['es', 'Dólar estadounidense'],
    ['uk', 'Долар США'],
  ])('%s: %s, found by it and by the English one', (language, name) => {
    const list = named(language);
    expect(list[0]?.fullName).toBe(name);
    for (const query of [name.slice(0, 5), 'us dollar', 'usd']) expect(searchCurrencies(list, query)).toHaveLength(1);
  });
  test('coins and money that only lives here keep theirs', () => {
    expect(named('uk', entry('DAI', network('DAI')))[0]?.fullName).toBe('Tether');
    expect(named('uk', { ...money, name: 'USDV', fullName: 'Virtual dollar' })[0]?.fullName).toBe('Virtual dollar');
    expect(named('uk', { ...money, name: 'QQQ', fullName: 'Other money' })[0]?.fullName).toBe('Other money');
  });
});

describe('2.3-30 the networks of a coin', () => {
  test('each wears the colour of its network, never the coin’s own on all of them', () => {
    const [tether] = list(network('USDT'), network('USDTTRC20'), network('USDTBEP20'));
    const colours = tether?.groups.map(({ title, token, color }) => [title, token, color]);
    expect(colours).toEqual([
      ['Ethereum', 'ERC20', config['ETH']?.color],
      ['Tron', 'TRC20', config['TRX']?.color],
      ['BNB Smart Chain', 'BEP20', config['BNB']?.color],
    ]);
  });
  test('the balance is a method beside them', () => {
    const [tether] = list(network('USDT'), balance('USDT', '612.4019999'));
    expect(tether?.groups[1]).toMatchObject({ title: 'Balance', icon: 'wallet', token: undefined });
    expect(tether?.balance).toBe('612.401999');
    expect(tether?.summary).toBe('Ethereum, Balance');
  });
});

describe('a paused option', () => {
  const [tether] = list(network('USDT'), network('USDTTRC20', 1));
  test('says so and is off', () =>
    expect(tether?.groups[1]).toMatchObject({ isPaused: true, detail: 'tpl:picker:paused' }));
  test('is no network to count', () => expect(tether?.summary).toBe('Ethereum'));
  test('2.3-27 a search for its network prefers one that takes orders', () => {
    if (!tether) throw new Error('never');
    expect(searchCurrencies([tether], 'tron')[0]?.group).toMatchObject({ title: 'Tron', isPaused: true });
    expect(isChoosable(tether)).toBe(true);
  });
  test('a currency whose options are all paused cannot be chosen', () => {
    const [off] = list(network('USDTTRC20', 1));
    expect(off && isChoosable(off)).toBe(false);
    expect(off?.summary).toBe('tpl:picker:paused');
  });
});
