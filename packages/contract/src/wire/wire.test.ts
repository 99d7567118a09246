import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { getBalance } from '../calls/get-balance.ts';
import { getCalculation } from '../calls/get-calculation.ts';
import { compileWriter } from './compile-writer.ts';
import { fromWireNames, toWireNames } from './convert-keys.ts';
import { decodeForm, FormError } from './decode-form.ts';
import { encodeForm } from './encode-form.ts';
import { toCamelCase, toSnakeCase } from './names.ts';
import { writeWire } from './write-wire.ts';

describe('A-130 names', () => {
  test.each([
    ['dstAddress', 'dst_address'],
    ['aAddr1', 'a_addr1'],
    ['dealsRef1', 'deals_ref1'],
    ['isEU', 'is_eu'],
    ['gRecaptchaResponse', 'g-recaptcha-response'],
    ['payinAmount', 'payin_amount'],
  ])('%s travels as %s', (camel, snake) => {
    expect(toSnakeCase(camel)).toBe(snake);
    expect(toCamelCase(snake)).toBe(camel);
  });
});

describe('A-130 form encoding', () => {
  test('booleans, lists, objects and empty values', () => {
    const form = encodeForm({
      isPayoutCalc: true,
      isMerchant: false,
      coupon: '',
      codes: ['a', 'b'],
      widgetParams: { partnerKey: 'pk' },
      payinAmount: '0',
    });
    expect(form.toString()).toBe(
      'is_payout_calc=1&is_merchant=0&codes%5B%5D=a&codes%5B%5D=b&widget_params=%7B%22partner_key%22%3A%22pk%22%7D&payin_amount=0',
    );
  });

  test('what is encoded is decoded', () => {
    expect({ ...decodeForm('is_payout_calc=1&codes[]=a&codes[]=b') }).toEqual({ isPayoutCalc: '1', codes: ['a', 'b'] });
  });

  test.each(['a=1&b=2', '&a==1&&b', 'a', '=x', '', 'a=%20+&b=1', '?a=1', 'a=é&b=%C3%A9'])(
    '%s is read by the book',
    (text) => {
      expect(decodeForm(text)).toEqual(Object.fromEntries(new URLSearchParams(text)));
    },
  );

  test.each(['payin_amount=1&payin_amount=2', 'payin_amount=1&payinAmount=2', 'codes[]=a&codes=b'])(
    '%s is refused',
    (text) => {
      expect(() => decodeForm(text)).toThrow(FormError);
    },
  );

  test('a field named __proto__ pollutes nothing', () => {
    decodeForm('__proto__=x&constructor[prototype]=y');
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('A-131 answers', () => {
  test('keys are converted, keys that are data are not', () => {
    const answer = {
      payinSelect: [{ fullName: 'Euro' }],
      currencyConfig: { USDTTRC20: { networkFullname: 'Tron' } },
      features: { new_widget_withdrawal: 1 },
      localeKeys: { 'tpl:a_b:cD': 'x' },
    };
    const wire = {
      payin_select: [{ full_name: 'Euro' }],
      currency_config: { USDTTRC20: { network_fullname: 'Tron' } },
      features: { new_widget_withdrawal: 1 },
      locale_keys: { 'tpl:a_b:cD': 'x' },
    };
    expect(toWireNames(answer)).toEqual(wire);
    expect(fromWireNames(wire)).toEqual(answer);
  });

  test.each([
    { answer: { text: 'a "quote" \\ \n \u2028 é €', 'odd "key"': 1, empty: '', long: 'x'.repeat(200) } },
    { answer: { list: [], things: [{ isEU: 1 }, null, [1.5, true]], missing: undefined } },
    {
      answer: {
        currencyConfig: { 'a"b': { fullName: 'x' } },
        productDetails: { camelKey: [{ aB: 1 }] },
        paytrust: null,
      },
    },
  ])('written at once they read as converted ones do', ({ answer }) => {
    expect(writeWire(answer)).toBe(JSON.stringify(toWireNames(answer)));
  });

  const shape = z.object({
    isEU: z.literal([0, 1]),
    fullName: z.string(),
    note: z.string().optional(),
    lastStep: z.object({ atMinute: z.number(), doneBy: z.string().nullable() }).nullable(),
    steps: z.array(z.object({ stepName: z.enum(['a', 'b']) })),
    currencyConfig: z.record(z.string(), z.object({ fullName: z.string() })),
    productDetails: z.unknown(),
    widgetParams: z.looseObject({}),
    nothing: z.object({}),
  });

  test.each([
    {
      isEU: 1,
      fullName: 'a "quote" \\ \n \u2028 \ud800 é €',
      lastStep: { atMinute: 1.5, doneBy: null },
      steps: [{ stepName: 'a' }, { stepName: 'b' }],
      currencyConfig: { 'a"B': { fullName: 'x' } },
      productDetails: { camelKey: [{ aB: 1 }] },
      widgetParams: { anyThing: [true] },
      nothing: {},
    },
    { isEU: -0, fullName: '', note: undefined, lastStep: null, steps: [], currencyConfig: {}, nothing: {} },
    { note: 'x'.repeat(200), fullName: '\u007f' },
  ])('a writer made for the schema writes the same', (answer) => {
    const text = compileWriter(shape)(answer);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(toWireNames(answer))));
  });

  test('C-37 maps by currency keep their codes, both ways', () => {
    const balances = {
      EUR: { amount: '1.00', holdAmount: '0.50' },
      USDTTRC20: { amount: '2.000000', holdAmount: '0' },
    };
    const text = compileWriter(getBalance.answer)({ balances, currencyData: { EUR: { isCrypto: 0 } } });
    expect(text).toContain('"balances":{"EUR":{"amount":"1.00","hold_amount":"0.50"},"USDTTRC20":');
    expect(fromWireNames(JSON.parse(text))).toEqual({ balances, currencyData: { EUR: { isCrypto: 0 } } });
  });

  test('a writer writes what its schema declares and nothing else', () => {
    expect(compileWriter(getCalculation.answer)({ calc: { payinAmount: '1.00', secret: 'x' }, secret: 'y' })).toBe(
      '{"calc":{"payin_amount":"1.00"}}',
    );
  });
});
