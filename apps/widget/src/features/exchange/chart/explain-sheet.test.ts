import { expect, test } from 'vitest';
import { worthInEuros } from './explain-sheet.tsx';

test.each([
  ['a part of coins', '0.00007837', { payinAmount: '0.00428571', payinAmountEur: '250.00' }, '4.57'],
  ['the whole of it', '0.00428571', { payinAmount: '0.00428571', payinAmountEur: '250.00' }, '250.00'],
  ['rounded to the nearest cent', '1', { payinAmount: '3', payinAmountEur: '0.02' }, '0.01'],
  ['less than half a cent', '1', { payinAmount: '1000', payinAmountEur: '1.00' }, '0.00'],
  ['no price yet', '1', { payinAmount: '0', payinAmountEur: '0' }, undefined],
  ['no such fee', '', { payinAmount: '1', payinAmountEur: '1' }, undefined],
])('5-E14 a fee of a sale in euros: %s', (_why, amount, calc, worth) => {
  expect(worthInEuros(amount, { ...calc, details: null })).toBe(worth);
});
