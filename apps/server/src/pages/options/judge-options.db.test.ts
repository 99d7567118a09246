import { expect, describe, test } from 'vitest';
import { openOrderWorld } from '../../modules/orders/fixtures/open-order-world.ts';
import { judgeOptions } from './judge-options.ts';

const { context } = await openOrderWorld();
const names = {
  modes: ['normal', 'cabinet', 'directBuy', 'merchant'],
  routes: ['order-stepper', 'verification', 'faq'],
};
const judge = (query: string, page = {}) =>
  judgeOptions(context, { names }, { path: '/widget', query, isAlone: false, ...page });

describe('P5, P7, P8 what of a page’s options is not known or not possible', () => {
  test.each([
    ['hide_cupon=1', 'There is no option or flag "hideCupon". Did you mean "hideCoupon"?'],
    ['attributes=payin-amont', 'There is no option or flag "payin-amont". Did you mean "payin-amount"?'],
    ['attributes=language', 'There is no option or flag "language". Did you mean "lang"?'],
    ['attributes=payinAmont', 'There is no option or flag "payinAmont". Did you mean "payinAmount"?'],
    ['attributes=shopping', 'There is no option or flag "shopping". The list is in docs/embedding.md.'],
    ['blue=1', 'There is no option or flag "blue". The list is in docs/embedding.md.'],
    [
      'payin_amount=1,000',
      'The parameter "payin_amount" was left out: expected decimal text such as 250.00, but got "1,000".',
    ],
    ['payin_amount=5&payin_amount=6', 'All options were left out: The field payin_amount was sent more than once.'],
    ['payin_currency=XXX', 'expected a currency that can be paid with here, but got "XXX".'],
    ['payin_currency=EUE', 'but got "EUE". Did you mean "EUR"?'],
    ['purchase_currency=USF', 'but got "USF". Did you mean "USD"?'],
    ['payin_group=crd', 'expected a payment method or network, but got "crd". Did you mean "card"?'],
    ['payout_currency=BTC&payout_group=ethereum', 'expected a payment method or network of BTC, but got "ethereum".'],
    ['dst_address=notanaddress', 'The parameter "dst_address" is no address of any network here (malformed).'],
    [
      'payout_currency=BTC&dst_address=0x52908400098527886E0F7030069857D2E4169EE7',
      'The parameter "dst_address" is no address of a network of BTC',
    ],
    ['lang=xx', 'expected a language with texts (en, es, uk), but got "xx".'],
    ['swMode=buy', 'but got "buy". Did you mean "directBuy"?'],
    ['routes=faq,verificatoin', 'expected routes of the widget, but got "verificatoin". Did you mean "verification"?'],
    ['partner_key=pk_nobody', 'No partner has the key pk_nobody.'],
    ['partner_key=pk_test_shop&swMode=merchant', 'pk_test_shop is no merchant'],
  ])('%s', async (query, sentence) => {
    const sentences = await judge(query);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toContain(sentence);
  });

  test('as many faults as an address can hold make as many sentences as a message takes', async () => {
    const wrong = Array.from({ length: 80 }, (_unused, index) => `abc${index}`).join(',');
    const sentences = await judge(`attributes=${wrong}&routes=${'x,'.repeat(140)}faq`);
    expect(sentences).toHaveLength(20);
    expect(sentences.at(-1)).toBe('There are 201 more faults.');
    expect(await judge(`routes=${'x,'.repeat(200)}faq`)).toHaveLength(1);
  });

  test('a secret key is not repeated, and is to be replaced', async () => {
    const [sentence = ''] = await judge('partner_key=sk_test_shop_sandbox_secret_key');
    expect(sentence).toContain('have the secret one replaced');
    expect(sentence).not.toContain('sandbox');
  });

  test.each([
    'payin_currency=EUR&payin_group=card&payin_amount=250&payout_currency=BTC&payout_group=bitcoin&lang=en&theme=dark',
    'partner_key=pk_test_shop&swMode=directBuy&routes=verification*, faq&hide_coupon=1&attributes=id,class,data-x,aria-label',
    'lang=ukr&coupon=&isFloatingRate=1&memoId=7',
    'attributes=onready,v-cloak,_ngcontent-abc,slot,partner-key',
  ])('nothing is said of %s', async (query) => expect(await judge(query)).toEqual([]));

  test('a link keeps names of others; those that are nearly ours are reported', async () => {
    const link = { path: '/buysell', isAlone: true };
    expect(await judge('utm_source=letter&gclid=1', link)).toEqual([]);
    expect(await judge('payin_ammount=5', link)).toHaveLength(1);
  });

  test('queries of the widget’s own pages are not judged', async () => {
    expect(await judge('payin_amount=lots&blue=1', { path: '/order-status/CW1' })).toEqual([]);
  });

  test('no sentence is longer than the bridge takes', async () => {
    const long = 'x'.repeat(900);
    for (const sentence of await judge(
      `${long}=1&payin_currency=${long}&attributes=${long}&routes=${long.slice(0, 300)}`,
    ))
      expect(sentence.length).toBeLessThanOrEqual(512);
  });
});
