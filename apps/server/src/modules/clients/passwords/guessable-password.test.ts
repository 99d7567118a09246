import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test, vi } from 'vitest';
import { isGuessable } from './good-password.ts';

const about = ['Causeway', 'causeway', 'ada.lovelace+coins@analytical.example'];

test('ASVS V6.2.4, V6.2.12 every leaked password of the list that is long enough is refused, capitals or not', () => {
  const long = dictionary['passwords-common'].filter(({ length }) => length >= 8);
  expect(long.length).toBeGreaterThan(3000);
  const passed = long.filter((word) => !isGuessable(word, []) || !isGuessable(word.toUpperCase(), []));
  expect(passed).toEqual([]);
});

test.each([
  ['with letters put as digits', 'P@ssw0rd'],
  ['with a year behind', 'Password2026!'],
  ['with a word of six letters', 'Summer2026!'],
  ['one character', 'aaaaaaaaaaaa'],
  ['a few characters again and again', 'abcabcabcabc'],
  ['along the alphabet', 'abcdefghij'],
  ['down the digits', '9876543210'],
  ['two rows', 'qwer1234'],
  ['digits round and round', '12345678901234567890'],
  ['a row of another keyboard', 'йцукенгш'],
  ['V6.2.11 the product', 'Causeway2026!'],
  ['V6.2.11 the product, doubled', 'causeway-causeway'],
  ['V6.2.11 the local part of the address', 'ada.lovelace'],
  ['V6.2.11 words of it', 'LovelaceAda!1'],
  ['V6.2.11 the address', 'ada.lovelace+coins@analytical.example'],
  ['V6.2.11 with letters put as digits', 'L0v3l4ce99'],
  ['V6.2.11 where the address is', 'analytical1'],
])('guessable: %s', (_why, password) => {
  expect(isGuessable(password, about)).toBe(true);
});

test.each([
  'correct horse battery',
  'causeway-demo-1',
  'long enough',
  'another password',
  'lovelace likes brass wheels',
  'пароль для мого гаманця',
  'k7#Wq2!z',
  'Tq8vLm3x',
  'dragon482109573',
  'x'.repeat(3) + 'y7Qk2mZp',
])('left alone: %s', (password) => {
  expect(isGuessable(password, about)).toBe(false);
});

test('the longest password with the longest address is compared a few times, not once for each mix of letters', () => {
  const looked = vi.spyOn(Set.prototype, 'has');
  const cut = vi.spyOn(String.prototype, 'replaceAll');
  const pieces = 120;
  try {
    const password = '4@8({[<369!|1i0$57+%2'.repeat(4).slice(0, 72);
    expect(isGuessable(password, [`${'abc.'.repeat(pieces)}b@example.com`])).toBe(false);
    // Three readings of the password, and of it without its end.
    expect(looked.mock.calls.length).toBeLessThanOrEqual(6);
    // Each of three readings without each word: the address, its local part, its domain, and the pieces in two ways.
    expect(cut.mock.calls.length).toBeGreaterThanOrEqual(3 * pieces);
    expect(cut.mock.calls.length).toBeLessThanOrEqual(3 * (2 * pieces + 6));
  } finally {
    vi.restoreAllMocks();
  }
});
