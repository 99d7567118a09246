import { describe, expect, test } from 'vitest';
import {
  amountPlaceholder,
  cutDecimals,
  isAmountKey,
  pasteIntoAmount,
  settleAmount,
  typeIntoAmount,
} from './amount-field.tsx';

describe('5-04 amount inputs take positive numerals only', () => {
  test.each(['-', '+', 'e', 'a', ' ', "'", '٣', '１'])('the key %j is refused', (key) => {
    expect(typeIntoAmount('12', key, '', 2)).toBeUndefined();
  });

  test.each(['0', '5', '9'])('the digit %j is taken', (key) => {
    expect(typeIntoAmount('12', key, '', 2)).toBe(key);
  });

  test('a second dot is refused', () => {
    expect(typeIntoAmount('1.2', '.', '', 2)).toBeUndefined();
  });

  test('a comma counts as the dot', () => {
    expect(typeIntoAmount('12', ',', '', 2)).toBe('.');
  });

  test('a leading dot gets its zero', () => {
    expect(typeIntoAmount('', '.', '', 2)).toBe('0.');
  });
});

describe('5-05 amount decimals follow the currency precision', () => {
  test.each([
    ['1.23', '4', '', 2],
    ['1', '5', '.23456789', 7],
    ['12', '.', '', 0],
  ])('%j + %j + %j is refused at precision %i', (before, key, after, precision) => {
    expect(typeIntoAmount(before, key, after, precision)).toBeUndefined();
  });

  test('a digit before the dot is taken when the decimals are full', () => {
    expect(typeIntoAmount('1', '5', '.23', 2)).toBe('5');
  });

  test('a currency change cuts surplus decimals without rounding', () => {
    expect(cutDecimals('0.99999999', 2)).toBe('0.99');
    expect(cutDecimals('15.9', 0)).toBe('15');
    expect(cutDecimals('15', 2)).toBe('15');
  });
});

describe('5-07 the placeholder is zero with the currency decimals', () => {
  test.each([
    [undefined, '0.00'],
    [2, '0.00'],
    [8, '0.00000000'],
    [18, '0.00000000'],
    [0, '0'],
  ])('precision %s', (precision, text) => {
    expect(amountPlaceholder(precision)).toBe(text);
  });
});

describe('5-08 and A-134 allowed keys and pastes', () => {
  test.each(['1', '.', ',', 'Backspace', 'Delete', 'Enter', 'ArrowLeft', 'Tab', 'Home', 'End'])('%s acts', (key) => {
    expect(isAmountKey(key, false)).toBe(true);
  });

  test.each(['a', '-', ' ', 'e', '+', 'Dead'])('%j has no effect', (key) => {
    expect(isAmountKey(key, false)).toBe(false);
  });

  test('copy, cut and paste combinations act', () => {
    expect(isAmountKey('v', true)).toBe(true);
  });

  test.each([
    ['', '1 234,5', '', 2, '1234.5'],
    ['', '1\u00a0284.50', '', 2, '1284.50'],
    ['', '250.999', '', 2, '250.99'],
    ['', '0.123456789', '', 8, '0.12345678'],
    ['', '12.7', '', 0, '12'],
    ['1', '2', '.5', 2, '2'],
  ])('%j + paste %j + %j at precision %i gives %j', (before, pasted, after, precision, taken) => {
    expect(pasteIntoAmount(before, pasted, after, precision)).toBe(taken);
  });

  test.each(['', '-5', '1,234.50', '1e5', '12 EUR', '1.2.3', '0x10'])('the paste %j is void', (pasted) => {
    expect(pasteIntoAmount('', pasted, '', 2)).toBeUndefined();
  });

  test('a paste that would add a second dot is void', () => {
    expect(pasteIntoAmount('1.', '2.5', '', 2)).toBeUndefined();
  });
});

describe('5-04 keyboards that cannot be refused beforehand', () => {
  test.each([
    ['12', '12'],
    ['1,5', '1.5'],
    ['1.234', '1.23'],
    ['1a', '7'],
    ['-1', '7'],
  ])('%j settles to %j', (text, settled) => {
    expect(settleAmount(text, '7', 2)).toBe(settled);
  });
});
