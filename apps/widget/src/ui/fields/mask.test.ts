import { expect, test } from 'vitest';
import { cardNumberMask, caretFromEnd, ibanMask } from './mask.ts';

test.each([
  ['de89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
  ['DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 00'],
  ['', ''],
])('2.3-38 the IBAN %j is written %j', (text, grouped) => {
  expect(ibanMask.format(ibanMask.clean(text))).toBe(grouped);
});

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 4242', '4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['30569309025904', '3056 930902 5904'],
])('5-33, 2.3-38 the card number %j is written %j', (text, grouped) => {
  expect(cardNumberMask.format(cardNumberMask.clean(text))).toBe(grouped);
});

test('the caret keeps the characters that follow it', () => {
  expect(caretFromEnd('4242 4242', 0)).toBe(9);
  expect(caretFromEnd('4242 4242', 4)).toBe(4);
  expect(caretFromEnd('4242 4242', 5)).toBe(3);
  expect(caretFromEnd('4242 4242', 8)).toBe(0);
});
