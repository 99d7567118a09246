import { describe, expect, test } from 'vitest';
import { assertOptions, type GivenOptions } from './assert-options.ts';

const right = { origin: 'https://pay.example', partnerKey: 'pk_test_shop' };
const check = (options: GivenOptions) => () => assertOptions(options);

describe('what was expected, what came, how to fix it', () => {
  test.each<[GivenOptions, string]>([
    [
      { ...right, origin: undefined },
      'Expected "origin" to be the address of Causeway without a path, such as "https://pay.example", but got undefined.',
    ],
    [{ ...right, origin: 'https://pay.example/' }, 'but got "https://pay.example/".'],
    [{ ...right, origin: 'javascript:alert(1)' }, 'but got "javascript:alert(1)".'],
    [
      { ...right, partnerKey: '' },
      'Expected "partnerKey" to be your public key, such as "pk_test_shop", but got "". Copy it from your partner page.',
    ],
    [{ ...right, partnerKey: 7 }, 'but got number.'],
    [
      { ...right, theme: 'blue' },
      'Expected "theme" to be one of light, dark, auto, but got "blue". Leave it out to use the default.',
    ],
    [
      { ...right, swMode: 'shop' },
      'Expected "swMode" to be one of cabinet, cabinet-buy-sell, directBuy, merchant, but got "shop".',
    ],
    [{ ...right, payinAmount: 250 }, 'Expected "payinAmount" to be decimal text, such as "250.00", but got number.'],
    [{ ...right, payoutAmount: '1,5' }, 'but got "1,5".'],
    [{ ...right, coupon: null }, 'Expected "coupon" to be text, but got null.'],
  ])('%o', (options, sentence) => {
    expect(check(options)).toThrow(sentence);
    expect(check(options)).toThrow(expect.objectContaining({ name: 'CausewayError' }));
  });
});

test('right options pass, undefined ones included', () => {
  expect(check({ ...right, theme: 'auto', swMode: undefined, payinAmount: '250.00', brand: '8a3b22' })).not.toThrow();
});
