import { expect, test } from 'vitest';
import type { CausewayOptions } from './options.ts';
import { QUERY_OPTIONS } from './option-names.ts';
import { widgetAddress } from './widget-address.ts';

const required = { origin: 'https://pay.example', partnerKey: 'pk_test_shop' };

test('2.1-32 the frame opens /widget with the partner key', () => {
  expect(widgetAddress(required)).toBe('https://pay.example/widget?partner_key=pk_test_shop');
});

test('A-042 names are in snake case, but for swMode (2.1-35); empty values are left out', () => {
  const options: CausewayOptions = {
    ...required,
    swMode: 'directBuy',
    payinCurrency: 'EUR',
    payinAmount: '250',
    coupon: '',
  };
  expect(new URL(widgetAddress(options)).search).toBe(
    '?partner_key=pk_test_shop&swMode=directBuy&payin_currency=EUR&payin_amount=250',
  );
});

test('every option reaches the address under one name of its own', () => {
  const all = Object.fromEntries(QUERY_OPTIONS.map((name) => [name, 'x']));
  const names = [...new URL(widgetAddress({ ...required, ...all })).searchParams.keys()];
  expect(names).toEqual([
    'attributes',
    'partner_key',
    'swMode',
    'partner_order_id',
    'purchase_currency',
    'description',
    'product_details',
    'routes',
    'lang',
    'theme',
    'brand',
    'brand_dark',
    'on_brand',
    'on_brand_dark',
    'radius',
    'density',
    'font',
    'payin_currency',
    'payin_group',
    'payin_amount',
    'payout_currency',
    'payout_group',
    'payout_amount',
    'dst_address',
    'dst_tag',
    'coupon',
    'purchase_amount',
  ]);
});

test.each([
  ['hideHeader', 'hide_header'],
  ['hideFooter', 'hide_footer'],
  ['isRoutingOff', 'is_routing_off'],
  ['showClose', 'show_close'],
] as const)('2.4-16 2.2-04 A-127 the flag %s is %s in the address', (flag, name) => {
  expect(new URL(widgetAddress({ ...required, flags: [flag] })).searchParams.get(name)).toBe('1');
});

test('2.2-05 the routes that a page lets through are one text', () => {
  const routes = 'order-status, verification*';
  expect(new URL(widgetAddress({ ...required, routes })).searchParams.get('routes')).toBe(routes);
});

test('values are data: nothing in them becomes another parameter', () => {
  const url = new URL(widgetAddress({ ...required, description: 'a&swMode=merchant#x' }));
  expect(url.searchParams.get('swMode')).toBeNull();
  expect(url.searchParams.get('description')).toBe('a&swMode=merchant#x');
});

test('flags are on, whether they came as a list or as text; at top level the path is that of order links', () => {
  const flags = '?partner_key=pk_test_shop&hide_coupon=1&hide_free_fee=1';
  expect(widgetAddress({ ...required, flags: ['hideCoupon', 'hideFreeFee'] }, '/buysell')).toBe(
    `https://pay.example/buysell${flags}`,
  );
  expect(new URL(widgetAddress({ ...required, flags: 'hideCoupon hideFreeFee' })).search).toBe(flags);
});
