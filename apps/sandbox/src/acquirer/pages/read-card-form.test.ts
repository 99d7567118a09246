import { describe, expect, test } from 'vitest';
import { hasValidCheckDigit, testCards } from '../cards.ts';
import { fromMinor, toMinor } from '../payment.ts';
import { readCardForm } from './read-card-form.ts';

const now = new Date('2026-11-21T12:00:00Z');
const good = { number: '4242 4242-4242 4242', expiry: '11 / 26', cvc: '123', name: 'Sam Sandbox' };

describe('card form', () => {
  test('reads a number with spaces and a date that ends this month', () => {
    expect(readCardForm(good, now)).toMatchObject({ digits: '4242424242424242', faults: {} });
  });

  test.each([
    ['number', ''],
    ['number', '4242424242424241'],
    ['number', '４２４２４２４２４２４２４２４２'],
    ['expiry', '10/26'],
    ['expiry', '00/30'],
    ['expiry', '1326'],
    ['cvc', '12'],
    ['cvc', 'abc'],
    ['name', ' '],
  ])('finds fault with %s %j', (field, value) => {
    expect(Object.keys(readCardForm({ ...good, [field]: value }, now).faults)).toEqual([field]);
  });

  test('takes a body that is no form at all', () => {
    expect(Object.keys(readCardForm(undefined, now).faults)).toEqual(['number', 'expiry', 'cvc', 'name']);
  });

  test('every test card passes its own check digit', () => {
    expect(testCards.filter((card) => !hasValidCheckDigit(card.number))).toEqual([]);
  });
});

describe('card money', () => {
  test.each([
    ['250.00', 'EUR', 25_000n],
    ['250', 'EUR', 25_000n],
    ['0.01', 'EUR', 1n],
    ['500', 'JPY', 500n],
    ['500.0', 'JPY', undefined],
    ['0.00', 'EUR', undefined],
    ['1.001', 'EUR', undefined],
    [' 1', 'EUR', undefined],
    ['1e3', 'EUR', undefined],
  ])('%s %s is %s minor units', (text, currency, units) => {
    expect(toMinor(text, currency)).toBe(units);
  });

  test('writes all decimals', () => {
    expect([fromMinor(5n, 'EUR'), fromMinor(25_000n, 'EUR'), fromMinor(500n, 'JPY')]).toEqual([
      '0.05',
      '250.00',
      '500',
    ]);
  });
});
