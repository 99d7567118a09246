import { expect, test } from 'vitest';
import { precisionOf, showAmount } from './show-amount.ts';

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
  expect(showAmount('0.123456789', 'NEW', {})).toMatch(/^0\.1234567[89]\u00A0NEW$/);
});
