import { presetNames } from '@causeway/contract/shapes/presets';
import { toSnakeCase } from '@causeway/contract/wire/names';
import { readFile } from 'node:fs/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { answerErrors } from '../../plugins/errors.ts';
import { readBodies } from '../../plugins/read-bodies.ts';
import { createWallet } from '../../providers/bitcoin/wallet.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { hashSecret, insertPartnerSecret } from '../partners/partner-secrets.ts';
import { savePartner } from '../partners/save-partner.ts';
import { partnerSessionRoutes } from './session-routes.ts';

const world = await openOrderWorld();
const { context } = world;
let app: FastifyInstance;
const shop = 'sk_test_shop_sandbox_secret_key';
const lamps = 'sk_test_lamps_sandbox_secret';
const tight = 'sk_test_tight_sandbox_secret';

beforeAll(async () => {
  app = Fastify({ routerOptions: { querystringParser: () => ({}) } });
  answerErrors(app, context);
  readBodies(app);
  partnerSessionRoutes(app, context);
  const { clientId } = await world.signInClient();
  const common = { allowedOrigins: ['https://shop.example'], isFloatingRate: true, theme: 'auto' as const };
  const merchant = { ...common, themeSettings: {}, isMerchant: true, clientId };
  await savePartner(context, { ...merchant, partnerKey: 'pk_lamps', name: 'Lamps' });
  await savePartner(context, {
    ...merchant,
    partnerKey: 'pk_tight',
    name: 'Tight',
    defaults: {
      payinAmount: '250',
      payoutCurrency: 'ETH',
    },
    locks: ['payinAmount', 'payoutCurrency'],
  });
  const keep = (partnerKey: string, secret: string) =>
    insertPartnerSecret(context.db, {
      keyId: `sk_of_${partnerKey}`,
      partnerKey,
      secretHash: hashSecret(secret),
      createdAt: context.clock.now(),
    });
  await keep('pk_lamps', lamps);
  await keep('pk_tight', tight);
});

const answered = z.object({
  session_token: z.string().default(''),
  errors: z.array(z.object({ code: z.string(), field: z.string() })),
});

/** The answer to a partner's server: `made`, or the status and each error. */
async function mint(fields: Readonly<Record<string, string>>, secret = shop): Promise<string> {
  const response = await app.inject({
    method: 'POST',
    url: '/partner/sessions',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-authorization': `Bearer ${secret}` },
    payload: new URLSearchParams(fields).toString(),
  });
  const { session_token: token, errors } = answered.parse(JSON.parse(response.body));
  if (token !== '') return 'made';
  return [response.statusCode, ...errors.map(({ code, field }) => `${code} ${field}`)].join(', ');
}

const ether = '0x52908400098527886E0F7030069857D2E4169EE7';
const inEuro = { is_merchant: '1', payout_currency: 'EUR' };
const purchase = { is_merchant: '1', purchase_amount: '40', purchase_currency: 'EUR' };

describe('an order is what was promised: a token is made only for an order that could be made', () => {
  test.each<[string, Record<string, string>, string]>([
    ['nothing', {}, 'made'],
    ['an amount', { payin_amount: '120', payin_currency: 'EUR' }, 'made'],
    ['an amount of any currency', { payin_amount: '120' }, 'made'],
    ['what comes out', { payout_amount: '0.01', payout_currency: 'BTC' }, 'made'],
    ['an address of any network', { dst_address: ether }, 'made'],
    ['a method alone', { payin_group: 'card' }, 'made'],
    ['a coupon', { coupon: ' welcome ' }, 'made'],
    ['an unknown currency', { payin_currency: 'XXX' }, '200, CURRENCY_UNKNOWN payin_currency'],
    ['an unknown method', { payin_group: 'crd' }, '200, GROUP_UNKNOWN payin_group'],
    [
      'a method of another currency',
      { payin_currency: 'EUR', payin_group: 'bitcoin' },
      '200, GROUP_UNKNOWN payin_group',
    ],
    ['a network that is paused', { payout_currency: 'XRP', payout_group: 'ripple' }, '200, PAYOUT_PAUSED payout_group'],
    ['too little', { payin_amount: '0.01', payin_currency: 'EUR' }, '200, AMOUNT_MIN payin_amount'],
    [
      'too much',
      { payin_amount: '9999999', payin_currency: 'EUR', payin_group: 'card' },
      '200, AMOUNT_MAX payin_amount',
    ],
    ['too fine', { payin_amount: '100.001', payin_currency: 'EUR' }, '200, AMOUNT_INVALID payin_amount'],
    ['nothing as an amount', { payin_amount: '0' }, '400, FIELD_INVALID payin_amount'],
    ['both amounts', { payin_amount: '120', payout_amount: '0.01' }, '400, FIELD_INVALID payout_amount'],
    ['no address', { dst_address: 'bc1qnotreal' }, '200, ADDRESS_INVALID dst_address'],
    ['an empty address', { dst_address: '' }, '200, ADDRESS_INVALID dst_address'],
    ['an address with a slip', { dst_address: ether.replace('E7', 'e7') }, '200, ADDRESS_INVALID dst_address'],
    [
      'an address of another network',
      { dst_address: ether, payout_currency: 'BTC' },
      '200, ADDRESS_INVALID dst_address',
    ],
    ['an address and a balance', { dst_address: ether, payout_group: 'balance' }, '200, ADDRESS_INVALID dst_address'],
    ['an address and a bank', { dst_address: ether, payout_group: 'sepa' }, '200, ADDRESS_INVALID dst_address'],
    ['a tag where there is none', { dst_address: ether, dst_tag: '7' }, '200, TAG_INVALID dst_tag'],
    ['a tag without an address', { dst_tag: '7' }, '400, FIELD_INVALID dst_tag'],
    ['a deposit', { payin_currency: 'BTC', payout_currency: 'BTC' }, '200, CANT_EXCHANGE payin_currency'],
    ['a dead coupon', { coupon: 'SPRING' }, '200, COUPON_EXPIRED coupon'],
    [
      'what the partner cannot be',
      { is_merchant: '1' },
      '200, MERCHANT_OFF is_merchant, PARTNER_ACCOUNT_MISSING pay_to_partner',
    ],
    [
      'several faults',
      { payin_currency: 'XXX', dst_address: 'x' },
      '200, CURRENCY_UNKNOWN payin_currency, ADDRESS_INVALID dst_address',
    ],
  ])('%s', async (_name, fields, expected) => {
    expect(await mint(fields)).toBe(expected);
  });

  test('an address of the operator', async () => {
    const own = createWallet(context.config).address;
    expect(await mint({ dst_address: own })).toBe('200, ADDRESS_INVALID dst_address');
  });

  test.each<[string, Record<string, string>, string]>([
    ['a purchase', purchase, 'made'],
    [
      'a purchase to an address',
      { ...purchase, purchase_currency: 'ETH', purchase_amount: '0.05', dst_address: ether },
      'made',
    ],
    ['a purchase and another amount', { ...purchase, payin_amount: '40' }, '400, FIELD_INVALID payin_amount'],
    ['a purchase in another currency', { ...purchase, payout_currency: 'USD' }, '400, FIELD_INVALID payout_currency'],
    [
      'a purchase of any currency, of which its payer would choose the cheapest',
      { is_merchant: '1', purchase_amount: '40' },
      '400, FIELD_INVALID purchase_currency',
    ],
    ['a purchase in the currency that is paid out', { ...inEuro, purchase_amount: '40' }, 'made'],
    ['what comes out of any currency', { is_merchant: '1', payout_amount: '40' }, '400, FIELD_INVALID payout_currency'],
    ['a purchase without a receiver', { ...purchase, pay_to_partner: '0' }, '400, FIELD_INVALID pay_to_partner'],
    ['a purchase by a balance', { ...purchase, payin_group: 'balance' }, '200, PAYIN_PAUSED payin_group'],
    ['a purchase to a network', { ...purchase, payout_group: 'ethereum' }, '400, FIELD_INVALID payout_group'],
    [
      'a purchase that no stranger may make',
      { ...purchase, purchase_amount: '4000' },
      '200, LIMIT_EXCEEDED purchase_amount',
    ],
    [
      'a purchase that costs less than a card takes',
      { ...purchase, purchase_amount: '0.01' },
      '200, AMOUNT_MIN purchase_amount',
    ],
    ['the partner and an address', { pay_to_partner: '1', dst_address: ether }, '400, FIELD_INVALID dst_address'],
  ])('of a merchant: %s', async (_name, fields, expected) => {
    expect(await mint(fields, lamps)).toBe(expected);
  });

  test('with the partner’s locks', async () => {
    expect(await mint({ dst_address: ether }, tight)).toBe('made');
    expect(await mint({ dst_address: await world.sandbox.outsideAddress('bitcoin') }, tight)).toBe(
      '200, ADDRESS_INVALID dst_address',
    );
    expect(await mint({ payout_amount: '1' }, tight)).toBe('400, FIELD_INVALID payout_amount');
  });
});

describe('the examples of the docs', () => {
  const read = (name: string) => readFile(new URL(`../../../../../docs/${name}`, import.meta.url), 'utf8');
  const known = new Set<string>(presetNames.map(toSnakeCase));

  test('make tokens', async () => {
    const curl =
      /```sh\ncurl https:\/\/pay\.example\/partner\/sessions[\s\S]*?\n```/.exec(await read('partners.md'))?.[0] ?? '';
    const shell = [...curl.matchAll(/-d (\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value] as const);
    const code = /new URLSearchParams\(\{([\s\S]*?)\n {4}\}\)/.exec(await read('embedding.md'))?.[1] ?? '';
    const script = [...code.matchAll(/(\w+): '([^']*)'/g)].map(([, name = '', value = '']) => [name, value] as const);
    for (const example of [shell, script]) {
      expect(example.length).toBeGreaterThanOrEqual(5);
      expect(example.filter(([name]) => !known.has(name))).toEqual([]);
      expect(await mint(Object.fromEntries(example))).toBe('made');
    }
  });

  test('P3 say the status of each refusal as it comes', async () => {
    const [, comment = ''] = /\/\/ (401: [\s\S]*?)\n\s+const answer/.exec(await read('embedding.md')) ?? [];
    const said = [...comment.matchAll(/\b(\d{3})\b/g)].map(([status]) => status);
    const met = [
      await mint({ payin_amount: '120' }, 'sk_test_of_nobody_at_all_here'),
      await mint({ payin_amount: 'x' }),
      await mint({ payin_currency: 'XXX' }),
    ];
    expect(met).toEqual([
      '401, PARTNER_KEY_WRONG ',
      '400, FIELD_INVALID payin_amount',
      '200, CURRENCY_UNKNOWN payin_currency',
    ]);
    expect(said).toEqual(met.map((answer) => answer.slice(0, 3)));
  });

  test('name every preset', async () => {
    const text = await read('partners.md');
    expect([...known].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});
