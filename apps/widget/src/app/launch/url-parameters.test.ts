import { describe, expect, test } from 'vitest';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { urlParameters, checkUrlParameters, shellParameters } from './url-parameters.ts';

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

describe('the parameters of the widget’s address', () => {
  const flags = urlParameters.filter(({ expected }) => expected === '1 or 0');
  const others = urlParameters.filter(({ expected }) => expected !== '1 or 0').map(({ name }) => name);

  test('each has a good and a bad sample here', () => {
    expect(Object.keys(good).toSorted()).toEqual(others.toSorted());
    expect(Object.keys(bad).toSorted()).toEqual(others.toSorted());
  });
  test.each(others)('%s', (name) => {
    expect(checkUrlParameters({ [name]: good[name] ?? '' })).toEqual([]);
    expect(checkUrlParameters({ [name]: '' })).toEqual([]);
    const [sentence = '', ...more] = checkUrlParameters({ [name]: bad[name] ?? '' });
    expect(more).toEqual([]);
    expect(sentence).toMatch(new RegExp(`^The parameter "${name}" was left out: expected .+, but got ".+\\.$`));
  });
  test.each(flags.map(({ name }) => name))(
    '3-12 the switch %s is on with 1, and with nothing else that is told',
    (name) => {
      const camel = name.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
      const read = (value: string): unknown => Reflect.get(widgetOptions({ [name]: value }), camel);
      expect([read('1'), read('0'), read('maybe')]).toEqual([true, false, false]);
      expect(checkUrlParameters({ [name]: '1' })).toEqual([]);
      expect(checkUrlParameters({ [name]: 'maybe' })).toHaveLength(1);
      expect(checkUrlParameters({ [camel]: 'maybe' })).toHaveLength(1);
    },
  );
  test('2.1-36 what is not listed is ignored', () => {
    expect(checkUrlParameters({ utm_source: 'x', __proto__: 'y', constructor: 'z' })).toEqual([]);
  });
  test('2.1-37 a description of 160 characters is kept, one of 161 is dropped and reported once', () => {
    const of = (length: number) => ({ description: 'x'.repeat(length) });
    expect(widgetOptions(of(160)).description).toHaveLength(160);
    expect(widgetOptions(of(161)).description).toBe('');
    expect(checkUrlParameters(of(161))).toEqual([expect.stringContaining('at most 160 characters')]);
  });
});

describe('2.1-35, A-040 what the embedding shell asks for', () => {
  const nothing = {
    openVerification: false,
    openPurchase: false,
    vf: '',
    closeTab: false,
    swMode: '',
    predefinedStep: '',
    orderNiceId: '',
  };
  test('exactly these seven are read', () => expect(shellParameters({})).toEqual(nothing));
  test('2.1-36 further ones change nothing', () => {
    expect(shellParameters({ open: '1', orderId: 'CW1', step: 'auth' })).toEqual(nothing);
  });
  test.each([
    ['openVerification', '1', true],
    ['openVerification', '', true],
    ['openVerification', '0', false],
    ['openPurchase', 'true', true],
    ['closeTab', 'false', false],
    ['vf', 'identity', 'identity'],
    ['swMode', 'directBuy', 'directBuy'],
    ['predefinedStep', 'auth', 'auth'],
    ['orderNiceId', 'CW1', 'CW1'],
  ])('%s=%s', (name, value, read) => {
    expect(shellParameters({ [name]: value })).toEqual({ ...nothing, [name]: read });
  });
});
