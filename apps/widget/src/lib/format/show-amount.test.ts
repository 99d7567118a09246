import { expect, test } from 'vitest';
import { english, spanish } from '../../../tests/translators.ts';
import { precisionOf, showAmount, showFigure, showPercent, typedAmount } from './show-amount.ts';

const entry = (precision: string) => ({
  name: 'XYZ',
  fullname: 'Xyz',
  isCrypto: 1 as const,
  isVirtual: 0 as const,
  precision,
  token: '',
  networkFullname: '',
  color: '#000000',
  symbol: 'X',
  balanceCurrency: 'XYZ',
});

test.each([
  ['5-06, 9-15 one that its entry leaves out is 8', '', 8],
  ['A-133 text is read as a whole number', '6', 6],
  ['none at all is a precision', '0', 0],
])('the precision of a currency: %s', (_name, text, precision) => expect(precisionOf(entry(text))).toBe(precision));

test('5-06 a currency without an entry has 8 decimals too', () => {
  expect(precisionOf(undefined)).toBe(8);
  expect(showAmount('0.123456789', 'NEW', {}, english)).toBe('0.12345678\u00A0NEW');
});

test.each([
  ['0.195128049999999999', '18', '0.19512804\u00A0XYZ'],
  ['25.201000000000000000', '18', '25.20100000\u00A0XYZ'],
  ['250.00', '2', '250\u00A0XYZ'],
  ['86.4', '6', '86.400000\u00A0XYZ'],
])('D1 %s at %s decimals is shown as %s', (amount, precision, text) => {
  expect(showAmount(amount, 'XYZ', { XYZ: entry(precision) }, english)).toBe(text);
});

test('D1 what must suffice is rounded up', () => {
  expect(showFigure('0.050000000000000001', entry('18'), english, 'up')).toBe('0.05000001');
});

test('the decimal mark is that of the language', () => {
  expect(showAmount('1234.56', 'XYZ', { XYZ: entry('2') }, spanish)).toBe('1\u00A0234,56\u00A0XYZ');
  expect(showPercent('1.4000', english)).toBe('1.4000%');
  expect(showPercent('1.4000', spanish)).toBe('1,4000\u00A0%');
});

test.each([
  ['250.00', '250'],
  ['250.50', '250.50'],
  ['0.10000000', '0.10'],
  ['0.00408922', '0.00408922'],
  ['0.00400000', '0.004'],
  ['1000', '1000'],
])('D15 %s is typed as %s', (amount, text) => expect(typedAmount(amount)).toBe(text));
