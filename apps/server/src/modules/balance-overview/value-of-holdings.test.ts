import { findCurrency } from '@causeway/domain/currencies/find-currency';
import type { Currency } from '@causeway/domain/currencies/currency';
import { describe, expect, test } from 'vitest';
import { type PriceSource, valueIn, worthCurrencyOf, worthNow } from '../balance/worth.ts';
import { type Holding, addUp } from './read-balance.ts';

/** A bitcoin is 58 000 euro; nothing else has a price. */
const priceOf: PriceSource = (from, to) => {
  if (from === 'BTC' && to === 'EUR') return { numerator: 1n, denominator: 58_000n };
  return from === 'EUR' && to === 'BTC' ? { numerator: 58_000n, denominator: 1n } : undefined;
};

function known(code: string): Currency {
  const currency = findCurrency(code);
  if (currency === undefined) throw new Error(`There is no ${code}.`);
  return currency;
}

const hold = (code: string, amount: bigint, kept = 0n): Holding => ({ currency: known(code), amount, hold: kept });
const all = ({ amount, hold: kept }: Holding) => amount + kept;

describe('C-37 what a balance is worth', () => {
  test.each([
    ['EUR', 'EUR', 128_450n, 128_450n],
    ['BTC', 'EUR', 2_481_930n, 143_951n],
    ['EUR', 'BTC', 58_000_00n, 100_000_000n],
    // rounded down, never up.
    ['BTC', 'EUR', 17n, 0n],
    ['EUR', 'BTC', 1n, 17n],
    ['ETH', 'EUR', 1n, undefined],
  ])('%s in %s', (from, to, amount, value) => {
    expect(valueIn(to, known(from), amount, priceOf)).toBe(value);
  });

  test('5-E coins are shown in the first currency of the client that is money of a state; money needs no other', () => {
    expect(['EUR', 'USD', 'BTC'].map(worthCurrencyOf)).toEqual(['EUR', 'USD', 'EUR']);
    expect(worthNow('EUR', known('BTC'), 2_481_930n, priceOf)).toBe('1439.51');
    expect(worthNow('EUR', known('ETH'), 1n, priceOf), 'without a price').toBe('');
    expect(worthNow('BTC', known('EUR'), 100n, priceOf), 'of money').toBe('');
  });

  test.each<[string, Holding[], string]>([
    ['nothing', [], '0.00'],
    ['both together, with what is held', [hold('EUR', 5_000n, 10_000n), hold('BTC', 100_000_000n)], '58150.00'],
    ['points are no money', [hold('EUR', 100n), hold('RWD', 34_000n)], '1.00'],
    ['no price, no total', [hold('EUR', 100n), hold('ETH', 1n)], ''],
    ['what is empty needs no price', [hold('EUR', 100n), hold('ETH', 0n)], '1.00'],
  ])('the total of %s', (_what, holdings, total) => {
    expect(addUp(holdings, 'EUR', all, priceOf)).toBe(total);
  });
});
