import { describe, expect, test } from 'vitest';
import { looksLike } from './find-lookalike.ts';

describe('an address that only looks like another', () => {
  test.each([
    [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0x5aAe00000000000000000000000000000000BeAed'.replace('00BeAed', '0BeAed'),
      true,
    ],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', false],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qw509999999999999999999999999999998f3t4', true],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', false],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', false],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NAAAAAAAAAAAAAAAAAAAAAAAAAAjLj6t', true],
  ])('%s and %s: %s', (left, right, expected) => {
    expect(looksLike(left, right)).toBe(expected);
  });
});
