import { expect, test } from 'vitest';
import { CausewayError } from './causeway-error.ts';
import { orderLink } from './order-link.ts';

const origin = 'https://pay.example';

test('2.1-33 A-042 an order link starts with /buysell and has every name of the preorder; empty ones are left out', () => {
  const link = orderLink({
    origin,
    payinCurrency: 'EUR',
    payinGroup: 'card',
    payinAmount: '250.00',
    payoutCurrency: 'BTC',
    payoutGroup: 'bitcoin',
    payoutAmount: '',
    dstAddress: 'bc1q',
    dstTag: '7',
    coupon: 'WELCOME',
    partnerKey: 'pk_shop',
    partnerOrderId: '20417',
    purchaseAmount: '109',
    purchaseCurrency: 'EUR',
    description: 'One lamp & more',
  });
  expect(link.startsWith('https://pay.example/buysell?')).toBe(true);
  expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
    partner_key: 'pk_shop',
    partner_order_id: '20417',
    purchase_currency: 'EUR',
    description: 'One lamp & more',
    payin_currency: 'EUR',
    payin_group: 'card',
    payin_amount: '250.00',
    payout_currency: 'BTC',
    payout_group: 'bitcoin',
    dst_address: 'bc1q',
    dst_tag: '7',
    coupon: 'WELCOME',
    purchase_amount: '109',
  });
});

test('2.1-33 a link may do without a partner, and carry the token of a session', () => {
  expect(orderLink({ origin })).toBe('https://pay.example/buysell');
  expect(orderLink({ origin, sessionToken: 'cwst_x' })).toBe('https://pay.example/buysell?session_token=cwst_x');
});

test.each([
  ['an origin with a path', { origin: 'https://pay.example/buysell' }],
  ['an amount with a comma', { origin, payinAmount: '1,000' }],
  ['2.1-37 a description of 161 characters', { origin, description: 'x'.repeat(161) }],
])('%s makes no link', (_name, options) => expect(() => orderLink(options)).toThrow(CausewayError));
