import { describe, expect, test } from 'vitest';
import type { PickerCurrency } from './picker-data.ts';
import { searchCurrencies } from './search-currencies.ts';

function currency(code: string, fullName: string, groups: PickerCurrency['groups'] = []): PickerCurrency {
  return { code, fullName, isCrypto: true, isPopular: false, groups };
}

const tron = { id: 'trc20', code: 'USDTTRC20', title: 'Tron', token: 'TRC20' };
const ethereum = { id: 'erc20', code: 'USDT', title: 'Ethereum', token: 'ERC20' };
const all = [
  currency('BTC', 'Bitcoin'),
  currency('USDT', 'Tether', [ethereum, tron]),
  currency('TRX', 'Tron', [{ id: 'tron', code: 'TRX', title: 'Tron network' }]),
  currency('EUR', 'Euro', [{ id: 'sepa', code: 'EUR', title: 'SEPA transfer' }]),
  currency('PLN', 'Złoty'),
  currency('ETH', 'Ethereum'),
];

function found(query: string): string[] {
  return searchCurrencies(all, query).map(({ currency: { code }, group }) => (group ? `${code}/${group.id}` : code));
}

describe('currency search', () => {
  test('an empty query keeps all in their order', () => {
    expect(found('  ')).toEqual(['BTC', 'USDT', 'TRX', 'EUR', 'PLN', 'ETH']);
  });

  test('code and full name, whatever the case', () => {
    expect(found('btc')).toEqual(['BTC']);
    expect(found('TETH')).toEqual(['USDT']);
  });

  test('own names come before networks, and a network names itself', () => {
    expect(found('tro')).toEqual(['TRX', 'USDT/trc20']);
    expect(found('ethereum')).toEqual(['ETH', 'USDT/erc20']);
  });

  test('token and payment method', () => {
    expect(found('trc20')).toEqual(['USDT/trc20']);
    expect(found('sepa')).toEqual(['EUR/sepa']);
  });

  test('nothing', () => {
    expect(found('dogecion')).toEqual([]);
  });
});
