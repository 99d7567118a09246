import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideDown, divideUp } from './divide.ts';
import { formatAmount } from './format-amount.ts';
import { formatMoney } from './format-money.ts';
import { parseAmount } from './parse-amount.ts';

describe('parsing an amount', () => {
  test.each([
    ['250', 2, 25_000n],
    ['0.01', 2, 1n],
    ['0.00412560', 8, 412_560n],
    ['1.000000000000000001', 18, 1_000_000_000_000_000_001n],
    ['7', 0, 7n],
  ])('%s at precision %i is exact', (text, precision, units) => {
    expect(parseAmount(text, precision)).toBe(units);
  });

  test.each([
    '',
    '-1',
    '+1',
    '.5',
    '1.',
    '1e3',
    '1,5',
    '1 000',
    '0x10',
    '1_0',
    'NaN',
    'Infinity',
    '١٢',
    '１２',
    '1.001',
  ])('refuses %j at precision 2', (text) => {
    expect(parseAmount(text, 2)).toBeUndefined();
  });

  test('what is formatted is parsed back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n - 1n }), fc.integer({ min: 0, max: 18 }), (units, precision) => {
        expect(parseAmount(formatAmount(units, precision), precision)).toBe(units);
      }),
    );
  });
});

describe('5 money formatting', () => {
  test.each([
    ['5-45 rounds up at two decimals', '1.001', {}, '1.01'],
    ['5-45 leaves exact values alone', '1.01', {}, '1.01'],
    ['5-46 groups by a space', '1234567', {}, '1\u00A0234\u00A0567'],
    ['5-48 hides the zeros of a whole value', '5.00', {}, '5'],
    ['5-48 keeps zeros above precision 2', '0.01000000', { precision: 8 }, '0.01000000'],
    ['A-132 cuts balances down', '1.019', { rounding: 'down' as const }, '1.01'],
    ['a carry reaches the whole part', '999.999', {}, '1\u00A0000'],
    ['a negative amount has a real minus', '-3.5', {}, '\u22123.50'],
  ])('%s', (_name, amount, options, text) => {
    expect(formatMoney(amount, options)).toBe(text);
  });

  test('5-47 keeps 40 characters and cuts the 41st', () => {
    expect(formatMoney('1'.repeat(30) + '.5', { precision: 1 })).toHaveLength(41);
    expect(formatMoney('1'.repeat(30), { precision: 0 })).toHaveLength(39);
  });
});

test('division rounds as its name says', () => {
  expect(divideUp(7n, 2n)).toBe(4n);
  expect(divideUp(8n, 2n)).toBe(4n);
  expect(divideDown(7n, 2n)).toBe(3n);
});
