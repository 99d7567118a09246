import { describe, expect, test } from 'vitest';
import { assertOptions, type GivenOptions } from './assert-options.ts';

const right = { origin: 'https://pay.example', partnerKey: 'pk_test_shop' };
const check = (options: GivenOptions) => () => assertOptions(options);

describe('what was expected, what came', () => {
  test.each<[GivenOptions, string]>([
    [{ ...right, origin: undefined }, 'Expected "origin" to be an origin, "https://pay.example", but got "undefined".'],
    [{ ...right, origin: 'https://pay.example/' }, 'but got "https://pay.example/".'],
    [{ ...right, origin: 'javascript:alert(1)' }, 'but got "javascript:alert(1)".'],
    [
      { ...right, partnerKey: '' },
      'Expected "partnerKey" to be a public key, "pk_…" (replace a secret one), but got "".',
    ],
    [{ ...right, partnerKey: 7 }, 'but got "7".'],
    [{ ...right, partnerKey: 'shop' }, 'but got "sho".'],
    [{ ...right, payinAmount: 250 }, 'Expected "payinAmount" to be text, but got "250".'],
    [{ ...right, payoutAmount: '1,5' }, 'but got "1,5".'],
    [{ ...right, coupon: null }, 'Expected "coupon" to be text, but got "null".'],
  ])('%o', (options, sentence) => {
    expect(check(options)).toThrow(sentence);
    expect(check(options)).toThrow(expect.objectContaining({ name: 'CausewayError' }));
  });
});

test('P8 a secret key is refused, with the advice to replace it, and not repeated', () => {
  const message = (() => {
    try {
      assertOptions({ ...right, partnerKey: 'sk_test_a_secret_that_was_pasted' });
    } catch (error) {
      return String(error);
    }
    return '';
  })();
  expect(message).toContain('a public key, "pk_…" (replace a secret one), but got "sk_".');
  expect(message).not.toContain('pasted');
});

test('right options pass, undefined ones included', () => {
  expect(check({ ...right, theme: 'auto', swMode: undefined, payinAmount: '250.00', brand: '8a3b22' })).not.toThrow();
});
