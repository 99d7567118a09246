import { describe, expect, test } from 'vitest';
import { formsByName, parameterForms } from './parameter-forms.ts';

const good: Readonly<Record<string, string>> = {
  payin_currency: 'EUR',
  payout_currency: 'USDTTRC20',
  purchase_currency: 'GBP',
  payin_group: 'card',
  payout_group: 'bitcoin',
  payin_amount: '250.00',
  payout_amount: '0.004',
  purchase_amount: '109',
  partner_key: 'pk_test_shop',
  client_email: 'elin@example.com',
  brand: '1652f0',
  brand_dark: '#8AB0FE',
  on_brand: 'ffffff',
  on_brand_dark: '000000',
  radius: '22px',
  density: '.88',
  routes: 'faq, verification*',
  description: 'x'.repeat(160),
  partner_order_id: '20417',
  dst_tag: '7',
  coupon: 'WELCOME',
  dst_address: 'bc1q',
  font: 'Inter',
  product_details: '{"items":[]}',
  theme: 'dark',
  vf: 'bank-statement',
  predefinedStep: 'auth',
  orderNiceId: 'CW7K2M9QXA',
};
const bad: Readonly<Record<string, string>> = {
  payin_currency: 'euro',
  payout_currency: '<b>',
  purchase_currency: 'E',
  payin_group: 'Card!',
  payout_group: '../',
  payin_amount: '1,000',
  payout_amount: '-1',
  purchase_amount: '1e3',
  partner_key: 'sk_secret',
  client_email: 'elin@example',
  brand: 'red',
  brand_dark: '#123',
  on_brand: 'url(x)',
  on_brand_dark: '0000000',
  radius: '40px',
  density: '3',
  routes: 'faq;drop',
  description: 'x'.repeat(161),
  partner_order_id: 'x'.repeat(65),
  dst_tag: 'x'.repeat(65),
  coupon: 'x'.repeat(65),
  dst_address: 'x'.repeat(201),
  font: 'x'.repeat(121),
  product_details: '{"items":',
  theme: 'sepia',
  vf: 'passport',
  predefinedStep: 'exchange',
  orderNiceId: 'a/b',
};

const formOf = (name: string) => parameterForms.find((form) => form.name === name);

describe('the parameters of the widget’s address', () => {
  const flags = parameterForms.filter(({ expected }) => expected === '1 or 0').map(({ name }) => name);
  const others = parameterForms.filter(({ expected }) => expected !== '1 or 0').map(({ name }) => name);

  test('each has a good and a bad sample here', () => {
    expect(Object.keys(good).toSorted()).toEqual(others.toSorted());
    expect(Object.keys(bad).toSorted()).toEqual(others.toSorted());
  });
  test.each(others)('%s', (name) => {
    expect([formOf(name)?.fits(good[name] ?? ''), formOf(name)?.fits(bad[name] ?? '')]).toEqual([true, false]);
  });
  test.each(flags)('3-12 the switch %s is 1 or 0', (name) => {
    expect([formOf(name)?.fits('1'), formOf(name)?.fits('maybe')]).toEqual([true, false]);
  });
  test.each(parameterForms.map(({ name, most }) => [name, most] as const))(
    '%s is bounded, and judged no further than that',
    (name, most) => {
      expect(most).toBeLessThanOrEqual(10_000);
      const value = good[name] ?? '1';
      // Repeated in itself, so that it keeps its form where that has no end.
      const long = name === 'routes' ? 'faq,'.repeat(most) + value : value.padEnd(most + 1, value.at(-1));
      expect(formOf(name)?.fits(long)).toBe(false);
    },
  );
  test('names of an object’s own parts are no parameters', () => {
    expect([formsByName.get('__proto__'), formsByName.get('constructor')]).toEqual([undefined, undefined]);
  });
});
