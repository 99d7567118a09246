import { describe, expect, test } from 'vitest';
import { currencyList } from './currency-list.ts';
import { findCurrency } from './find-currency.ts';
import { formatUnits } from './format-units.ts';
import { shortName } from './short-name.ts';

describe('3-05 the built-in currencies', () => {
  test('hold every currency the specification names', () => {
    for (const code of [
      'EUR',
      'USD',
      'GBP',
      'BTC',
      'ETH',
      'USDT',
      'USDTTRC20',
      'USDTBEP20',
      'USDC',
      'USDCTRC20',
      'USDCBEP20',
      'USDV',
      'RWD',
    ]) {
      expect(findCurrency(code), code).toBeDefined();
    }
  });

  test('are at least 10 fiat and 20 crypto, each code once', () => {
    expect(currencyList.filter((currency) => !currency.isCrypto).length).toBeGreaterThanOrEqual(10);
    expect(currencyList.filter((currency) => currency.isCrypto && !currency.isVirtual).length).toBeGreaterThanOrEqual(
      20,
    );
    expect(new Set(currencyList.map((currency) => currency.code)).size).toBe(currencyList.length);
  });

  test.each(currencyList)('3-04 $code has a precision, a colour and a symbol', (currency) => {
    expect(currency.precision).toBeGreaterThanOrEqual(0);
    expect(currency.precision).toBeLessThanOrEqual(18);
    expect(currency.color).toMatch(/^#[0-9a-f]{6}$/);
    expect(currency.symbol).not.toBe('');
    expect(currency.isCrypto && !currency.isVirtual).toBe(currency.network !== '');
  });
});

test('3-08 a short name of 10 characters is kept, one of 11 is replaced by the full name', () => {
  expect(shortName({ name: 'ABCDEFGHIJ', fullName: 'Full' })).toBe('ABCDEFGHIJ');
  expect(shortName({ name: 'ABCDEFGHIJK', fullName: 'Full' })).toBe('Full');
});

test('an amount is written with the decimals of its currency, and with none of another', () => {
  expect([formatUnits(25_000n, 'EUR'), formatUnits(-1n, 'BTC')]).toEqual(['250.00', '-0.00000001']);
  expect(() => formatUnits(1n, 'XXX')).toThrow('The currency XXX is not in the list.');
});
