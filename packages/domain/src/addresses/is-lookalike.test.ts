import { describe, expect, test } from 'vitest';
import { isLookalike, isSameAddress } from './is-lookalike.ts';

const eth = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('an address that only looks like another', () => {
  test.each([
    [eth, '0x5aAe00000000000000000000000000000000BeAed'.replace('00BeAed', '0BeAed'), true],
    [eth, '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', false],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qw509999999999999999999999999999998f3t4', true],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', false],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', false],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NAAAAAAAAAAAAAAAAAAAAAAAAAAjLj6t', true],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHqjekqxgtci8q8zy4pl8otszgjLj6t', true],
  ])('%s and %s: %s', (left, right, expected) => {
    expect(isLookalike(left, right)).toBe(expected);
  });

  test.each([
    [eth, eth.toLowerCase(), true],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', true],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', false],
  ])('%s written as %s is the same one: %s', (left, right, expected) => {
    expect(isSameAddress(left, right)).toBe(expected);
    expect(isLookalike(left, right)).toBe(!expected);
  });
});
