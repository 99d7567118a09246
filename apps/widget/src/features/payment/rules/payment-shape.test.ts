import type { PurchaseParamsPayin } from '@causeway/contract/shapes/payin-parameters';
import { describe, expect, test } from 'vitest';
import { paymentShape } from './payment-shape.ts';

const sepaAccount = {
  iban: 'LT121000011101001000',
  bic: 'SANDLT21XXX',
  bankName: 'Sandbox Bank',
  holder: 'Causeway',
  reference: 'CW7Q2M9V4T8K1N5X3B',
  amount: '250.00',
  currency: 'EUR',
};
const sessionToken = 'st_1';
const clientUniqueId = 'CW7Q2M9V4T8K1N5X3B';
const paymentUrl = '/onramp/o/CW7Q2M9V4T8K1N5X3B/pay';
const publicKey = 'pk_1';
const purchaseUrl = 'https://acquirer.example/pay/1';
const everything: PurchaseParamsPayin = {
  sepaAccount,
  sessionToken,
  clientUniqueId,
  publicKey,
  paymentUrl,
  purchaseUrl,
};

describe('3-35 to 3-40 the shape of a payment response', () => {
  test.each<[string, PurchaseParamsPayin, string]>([
    ['3-35 bank requisites', { sepaAccount }, 'bank'],
    ['3-36 a session of the acquirer’s script', { sessionToken, clientUniqueId }, 'fields'],
    ['3-37 a page to leave for', { purchaseUrl }, 'page'],
    ['3-38 a card that is kept', { paymentUrl }, 'saved'],
    ['3-39 a card for a token', { publicKey }, 'form'],
    ['3-40 a card for a token, posted to an address of its own', { paymentUrl, publicKey }, 'form'],
    ['nothing to pay here', {}, 'none'],
    ['nothing to pay here, with empty fields', { purchaseUrl: '', paymentUrl: '' }, 'none'],
    ['3-36 half a session is none: the token', { sessionToken }, 'unknown'],
    ['3-36 half a session is none: the id', { clientUniqueId }, 'unknown'],
    ['a provider alone', { provider: 'card_one' }, 'unknown'],
    ['a payment address of somebody else', { paymentUrl: 'https://evil.example/pay' }, 'unknown'],
    ['a payment address of somebody else, without its scheme', { paymentUrl: '//evil.example/pay' }, 'unknown'],
    ['a script that is none', { publicKey, scriptUrl: 'data:text/html,x' }, 'unknown'],
    ['a page that is no page', { purchaseUrl: 'javascript:alert(1)' }, 'unknown'],
  ])('%s', (_name, params, kind) => expect(paymentShape(params).kind).toBe(kind));

  test('3-39, 3-40 with and without a URL differ', () => {
    expect(paymentShape({ publicKey })).toMatchObject({ paymentUrl: '' });
    expect(paymentShape({ publicKey, paymentUrl })).toMatchObject({ paymentUrl });
  });

  test.each<[string, (keyof PurchaseParamsPayin)[], string]>([
    ['bank requisites win over all', [], 'bank'],
    ['then a session', ['sepaAccount'], 'fields'],
    ['then a card for a token', ['sepaAccount', 'sessionToken'], 'form'],
    ['then the page', ['sepaAccount', 'sessionToken', 'clientUniqueId', 'publicKey'], 'page'],
    ['a kept card comes last', ['sepaAccount', 'sessionToken', 'clientUniqueId', 'publicKey', 'purchaseUrl'], 'saved'],
  ])('A-088 %s', (_name, without, kind) => {
    const params = Object.fromEntries(
      Object.entries(everything).filter(([name]) => !without.some((gone) => gone === name)),
    );
    expect(paymentShape(params).kind).toBe(kind);
  });
});
