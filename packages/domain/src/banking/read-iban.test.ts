import { describe, expect, test } from 'vitest';
import { readIban } from './read-iban.ts';

describe('A-136 IBAN', () => {
  test.each([
    ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['gb82 west 1234 5698 7654 32', 'GB82WEST12345698765432'],
    ['UA213223130000026007233566001', 'UA213223130000026007233566001'],
    ['NO93 8601 1117 947', 'NO9386011117947'],
    ['LT12-1000-0111-0100-1000', 'LT121000011101001000'],
  ])('%s is %s', (text, iban) => expect(readIban(text)).toEqual({ isValid: true, iban }));

  test.each([
    ['', 'characters'],
    ['DE89370400440532013000€', 'characters'],
    ['8937040044053201300000', 'characters'],
    ['ZZ89370400440532013000', 'country'],
    ['DE8937040044053201300', 'length'],
    ['DE893704004405320130001', 'length'],
    ['DE88370400440532013000', 'checksum'],
    ['DE89370400440532013001', 'checksum'],
  ])('%s is refused for its %s', (text, reason) => expect(readIban(text)).toEqual({ isValid: false, reason }));

  test('any two neighbouring digits swapped are noticed', () => {
    const iban = 'DE89370400440532013000';
    for (let at = 4; at < iban.length - 1; at += 1) {
      const swapped = iban.slice(0, at) + iban.charAt(at + 1) + iban.charAt(at) + iban.slice(at + 2);
      if (swapped !== iban) expect(readIban(swapped).isValid, swapped).toBe(false);
    }
  });
});
