import { expect, test } from 'vitest';
import { frameMarkup } from './frame-markup.ts';

const required = { origin: 'https://pay.example', partnerKey: 'pk_test_shop' };

test('a frame with its rights, its place and the address of its options', () => {
  expect(frameMarkup({ ...required, payinCurrency: 'EUR', payinAmount: '250' })).toBe(
    `<iframe src="https://pay.example/widget?partner_key=pk_test_shop&amp;payin_currency=EUR&amp;payin_amount=250" title="Buy and sell crypto" allow="payment;camera;clipboard-write;publickey-credentials-get;publickey-credentials-create" width="100%" height="650" frameborder="0"></iframe>`,
  );
});

test('no text of a page ends an attribute', () => {
  const markup = frameMarkup({ ...required, title: '"><script>', description: '"><b> & c' });
  expect(markup).toContain('title="&quot;><script>"');
  expect(markup).toContain('description=%22%3E%3Cb%3E+%26+c');
});

test('an option that cannot work is said', () => {
  expect(() => frameMarkup({ ...required, payinAmount: 'lots' })).toThrow('decimal text');
});
