import { expect, test } from 'vitest';
import { quoteCoins, readCoins } from './bitcoin-core.ts';

test.each([
  ['1', 100_000_000n],
  ['0.00000001', 1n],
  ['20999999.97690000', 2_099_999_997_690_000n],
  ['1e-8', 1n],
  ['5E-5', 5000n],
  ['0.000000001', undefined],
  ['1e-9', undefined],
  ['-1', undefined],
  ['abc', undefined],
])('%s coins are %s satoshi', (text, satoshi) => {
  expect(readCoins(text)).toBe(satoshi);
});

test('amounts are read as they were written, not as floating point', () => {
  const text = quoteCoins('{"amount": 20999999.97690001, "vout": 1, "feerate":1e-8}');
  expect(JSON.parse(text)).toEqual({ amount: '20999999.97690001', vout: 1, feerate: '1e-8' });
});
