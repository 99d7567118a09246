import { getConfigEndpoint } from '@causeway/contract/endpoints/get-config.generated';
import { createOrderEndpoint } from '@causeway/contract/endpoints/create-order.generated';
import { listCardsEndpoint } from '@causeway/contract/endpoints/list-cards.generated';
import { approveOrderEndpoint } from '@causeway/contract/endpoints/approve-order.generated';
import { resendOrderCodeEndpoint } from '@causeway/contract/endpoints/resend-order-code.generated';
import { getCalculationEndpoint } from '@causeway/contract/endpoints/get-calculation.generated';
import { cancelOrderEndpoint } from '@causeway/contract/endpoints/cancel-order.generated';
import { decideLatePaymentEndpoint } from '@causeway/contract/endpoints/decide-late-payment.generated';
import { getOrderEndpoint } from '@causeway/contract/endpoints/get-order.generated';
import { getLocaleKeysEndpoint } from '@causeway/contract/endpoints/get-locale-keys.generated';
import { getBalanceEndpoint } from '@causeway/contract/endpoints/get-balance.generated';
import { listOperationsEndpoint } from '@causeway/contract/endpoints/list-operations.generated';
import { describe, expect, test, vi } from 'vitest';
import { noAddressValues } from '../src/features/address/rules/address-values.ts';
import { calculationRequest } from '../src/features/exchange/rules/preorder.ts';
import { payOrderAt } from '../src/features/payment/rules/card-parameters.ts';
import { type Api, createApi } from '../src/lib/api/api.ts';
import { ServerFailure } from '../src/lib/api/server-failure.ts';
import { memoryStore } from '../src/lib/session/memory-store.ts';
import { createSession } from '../src/lib/session/session.ts';
import { preorder } from './fixtures.ts';

/** What a call looks like on the wire; its answer has what `answer` says. */
async function sent(call: (api: Api) => Promise<unknown>, answer: object = {}) {
  const session = createSession(memoryStore());
  session.set({ access: 'a1', refresh: 'r1' });
  const fetch = vi.fn(async (_input: string | URL | Request, _init?: RequestInit) => Response.json(answer));
  const api = createApi({
    fetch,
    base: '',
    session,
    timers: { now: () => 0, after: () => () => undefined },
    language: () => 'en',
    alone: (task) => task(),
    traits: async () => 'traits',
    hasCookies: () => true,
  });
  const result = await call(api).catch((error: unknown) => error);
  const [input, init] = fetch.mock.calls[0] ?? [];
  const [path = '', query = ''] = (typeof input === 'string' ? input : '').split('?');
  const text = init?.method === 'POST' && typeof init.body === 'string' ? init.body : query;
  return {
    line: `${init?.method} ${path}`,
    fields: Object.fromEntries(new URLSearchParams(text)),
    headers: new Headers(init?.headers),
    result,
  };
}

const params = { params: { niceId: 'CW1' } };
const card = { provider: 'card_one', cardToken: 'tok_1', cardHolderName: 'SAM SANDBOX', saveCard: false };
const approval = { uuid: 'u1', code: '123456', gRecaptchaResponse: 'token' };
const priced = calculationRequest({ ...preorder, coupon: ' SAVE ' }, 'pk_shop', { isMerchant: true });
const preorderForm = {
  ...priced,
  ...noAddressValues,
  dstAddress: 'bc1q',
  aAddr1: 'Main 1',
  partnerOrderId: '',
  description: '',
};
const order = { ...preorderForm, isAgreeName: true, quote: '', widgetParams: '{"partner_key":"pk_shop"}' };

describe('section 7: what travels', () => {
  test.each<[string, (api: Api) => Promise<unknown>, string, Record<string, string>]>([
    [
      '7-08 the price and the options of the page ask for the config',
      (api) => api.call(getConfigEndpoint, { widgetParams: '{}', partnerKey: 'pk_shop' }),
      'GET /onramp/config',
      { partner_key: 'pk_shop', widget_params: '{}' },
    ],
    [
      '7-09, A-130 a preorder asks for its price',
      (api) => api.call(getCalculationEndpoint, priced),
      'GET /onramp/calc',
      {
        payin_currency: 'EUR',
        payin_amount: '250',
        payout_currency: 'BTC',
        payout_amount: '0',
        is_payout_calc: '0',
        coupon: 'SAVE',
        partner_key: 'pk_shop',
        is_merchant: '1',
        purchase_amount: '0',
      },
    ],
    [
      '7-11 an order is read for a page, quietly when it is polled',
      (api) => api.call(getOrderEndpoint, { ghostMode: true, partnerKey: 'pk_shop' }, params),
      'POST /onramp/o/CW1',
      { ghost_mode: '1', partner_key: 'pk_shop' },
    ],
    [
      '7-14, A-067 a preorder becomes an order with a captcha, the options of the page and the traits',
      (api) => api.call(createOrderEndpoint, { ...order, gRecaptchaResponse: 'token' }),
      'POST /onramp/o/new',
      {
        payin_amount: '250',
        dst_address: 'bc1q',
        a_addr1: 'Main 1',
        is_agree_name: '1',
        'g-recaptcha-response': 'token',
        widget_params: '{"partner_key":"pk_shop"}',
        tfp: 'traits',
      },
    ],
    [
      '7-16, A-092 an order is canceled by its number',
      (api) => api.call(cancelOrderEndpoint, { partnerKey: '' }, params),
      'POST /onramp/o/CW1/cancel',
      {},
    ],
    [
      '5-03, 7-21 an order is approved with a code and a captcha',
      (api) => api.call(approveOrderEndpoint, { uuid: 'u1', code: '123456', gRecaptchaResponse: 'token' }),
      'POST /order/approve_withdrawal',
      { uuid: 'u1', code: '123456', 'g-recaptcha-response': 'token' },
    ],
    [
      'C-33 another code is asked for with a captcha',
      (api) => api.call(resendOrderCodeEndpoint, { uuid: 'u1', gRecaptchaResponse: 'token' }),
      'POST /order/resend_code',
      { uuid: 'u1', 'g-recaptcha-response': 'token' },
    ],
    [
      '7-23, C-34 the question about late money is answered',
      (api) => api.call(decideLatePaymentEndpoint, { niceId: 'CW1', answer: 'no' }),
      'POST /lt_decision',
      { nice_id: 'CW1', answer: 'no' },
    ],
    [
      '7-25, A-129 the balance is asked for without fields',
      (api) => api.call(getBalanceEndpoint, {}),
      'POST /balance',
      {},
    ],
    [
      '7-27, C-38 operations are asked for by filters',
      (api) => api.call(listOperationsEndpoint, { timeFrom: '2026-06-01', type: 'deposit', start: '20' }),
      'POST /balance/history',
      { time_from: '2026-06-01', type: 'deposit', start: '20' },
    ],
    [
      'C-35 cards are listed for a side and a provider',
      (api) => api.call(listCardsEndpoint, { direction: 'payin', provider: 'card_one' }),
      'POST /cards',
      { direction: 'payin', provider: 'card_one' },
    ],
  ])('%s', async (_name, call, line, fields) => {
    const request = await sent(call);
    expect(request.line).toBe(line);
    expect(request.fields).toMatchObject(fields);
  });

  test('7-02, 7-03, 7-06, 7-07 a call is a form in snake case with the token, and says that a script made it', async () => {
    const { headers } = await sent((api) => api.call(decideLatePaymentEndpoint, { niceId: 'CW1', answer: 'yes' }));
    expect(headers.get('Content-Type')).toBe('application/x-www-form-urlencoded');
    expect(headers.get('X-Authorization')).toBe('Bearer a1');
    expect(headers.get('X-Requested-With')).toBe('XMLHttpRequest');
  });
});

describe('section 7: what is answered', () => {
  test('7-03, 7-10 a price in the product’s names', async () => {
    const answer = { calc: { payin_amount: '250.00' }, limits: { is_authorized: 0 }, errors: [] };
    const { result } = await sent((api) => api.call(getCalculationEndpoint, priced), answer);
    expect(result).toEqual({ calc: { payinAmount: '250.00' }, limits: { isAuthorized: 0 }, errors: [] });
  });
  test('7-05, A-131 keys that are data stay as they are', async () => {
    const answer = { success: 1, data: { 'tpl:exchange:you_pay': 'You pay' } };
    const { result } = await sent((api) => api.call(getLocaleKeysEndpoint, {}, { params: { lang: 'en' } }), answer);
    expect(result).toEqual(answer);
  });
  test.each<[string, (api: Api) => Promise<unknown>]>([
    ['7-19 a payment without success', (api) => api.call(payOrderAt(''), card, params)],
    ['7-22 an approval without success', (api) => api.call(approveOrderEndpoint, approval)],
    ['7-24 a decision without success', (api) => api.call(decideLatePaymentEndpoint, { niceId: 'CW1', answer: 'yes' })],
    [
      '7-11 an order that is not there',
      (api) => api.call(getOrderEndpoint, { ghostMode: false, partnerKey: '' }, params),
    ],
  ])('%s is a failure', async (_name, call) => {
    const { result } = await sent(call, { errors: [], redirect: '', nice_id: 'CW1' });
    expect(result).toBeInstanceOf(ServerFailure);
  });
});
