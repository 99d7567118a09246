import { expect, test } from 'vitest';
import { checkDigitOf, findOrderNumbers, readOrderNumber, showOrderNumber } from './order-number.ts';

const digits = `4821390${checkDigitOf('4821390')}`;
const shown = showOrderNumber(digits);

test('S16 a number is shown in two groups, with letters before it', () => {
  expect(shown).toBe(`CW-4821 390${checkDigitOf('4821390')}`);
});

test('S16 it is read as people type it', () => {
  const typed = [shown, digits, shown.toLowerCase(), ` ${digits.slice(0, 4)} ${digits.slice(4)} `, `cw${digits}`];
  expect(typed.map(readOrderNumber)).toEqual(typed.map(() => digits));
});

test('S16 each wrong digit, and each two that changed places, is found', () => {
  const wrong: string[] = [];
  for (let at = 0; at < digits.length; at += 1) {
    for (const other of '0123456789')
      if (other !== digits[at]) wrong.push(digits.slice(0, at) + other + digits.slice(at + 1));
    const [one = '', two = ''] = digits.slice(at, at + 2);
    if (two !== '' && one !== two) wrong.push(digits.slice(0, at) + two + one + digits.slice(at + 2));
  }
  expect(wrong.filter((number) => readOrderNumber(number) !== undefined)).toEqual([]);
});

test.each(['', 'CW', 'CW-4821', 'CW7Q2M9V4T8K1N5X3B', '123456789012', 'rent 2026'])('S16 %j is no number', (text) =>
  expect(readOrderNumber(text)).toBeUndefined(),
);

test('S16 it is found in the reference of a transfer', () => {
  for (const text of [`Order ${shown}, thank you`, `RF/cw${digits} 23.11.2026`, digits, shown.replaceAll('0', 'O')])
    expect(findOrderNumbers(text)).toContain(digits);
  expect(findOrderNumbers(`invoice ${digits} of May`)).toEqual([]);
});
