import { presetNames } from '@causeway/contract/shapes/presets';
import type { BootData } from '@causeway/contract/boot/boot-data';
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildBootData } from '../../pages/build-boot-data.ts';
import { openOrderWorld, type OrderWorld } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';
import { hashSecret, insertPartnerSecret, rotatePartnerSecret } from '../partners/partner-secrets.ts';
import { decodeForm } from '@causeway/contract/wire/decode-form';
import { partnerSessionRoutes } from '../merchants/session-routes.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerErrors } from '../../plugins/errors.ts';
import { readBodies } from '../../plugins/read-bodies.ts';

const world = await openOrderWorld();
let app: FastifyInstance;
const shopSecret = 'sk_test_shop_sandbox_secret_key';
const strangerSecret = 'sk_test_stranger_sandbox_secret';

beforeAll(async () => {
  app = Fastify({ routerOptions: { querystringParser: () => ({}) } });
  answerErrors(app, world.context);
  readBodies(app);
  partnerSessionRoutes(app, world.context);
  const { context } = world;
  await savePartner(context, {
    partnerKey: 'pk_stranger',
    name: 'Stranger',
    allowedOrigins: ['https://stranger.example'],
    isMerchant: false,
    isFloatingRate: true,
    theme: 'auto',
    themeSettings: {},
    defaults: { payinCurrency: 'USD', description: 'Standard', coupon: 'WELCOME' },
    locks: ['payinCurrency'],
    flags: ['hide_coupon'],
    routes: ['order-stepper', 'verification*'],
  });
  await insertPartnerSecret(context.db, {
    keyId: 'sk_stranger',
    partnerKey: 'pk_stranger',
    secretHash: hashSecret(strangerSecret),
    createdAt: context.clock.now(),
  });
});

const minted = z.object({ success: z.int(), session_token: z.string(), expires_at: z.int() });

async function post(fields: string, secret: string | undefined) {
  const response = await app.inject({
    method: 'POST',
    url: '/partner/sessions',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(secret !== undefined && { 'x-authorization': `Bearer ${secret}` }),
    },
    payload: fields,
  });
  const body: unknown = JSON.parse(response.body);
  return { status: response.statusCode, body };
}

async function mint(presets: Readonly<Record<string, string>>, secret = shopSecret): Promise<string> {
  const { body } = await post(new URLSearchParams(presets).toString(), secret);
  return minted.parse(body).session_token;
}

const bundle = { isFirstScreenText: () => false, script: '' };
async function openPage(query: string, late = 0): Promise<BootData> {
  return (await openPageData(query, late)).boot;
}

async function openPageData(query: string, late = 0) {
  const { context } = world;
  const clock = { now: () => new Date(context.clock.now().getTime() + late) };
  const address = {
    language: 'en',
    path: '/widget',
    query,
    fields: decodeForm(query),
    isLanguageNamed: false,
    isAlone: false,
    ip: '127.0.0.1',
  } as const;
  return buildBootData({ ...context, clock }, bundle, address);
}

const presets = {
  payin_currency: 'EUR',
  payin_group: 'card',
  payin_amount: '120',
  payout_currency: 'BTC',
  payout_group: 'bitcoin',
  client_email: 'Payer@Example.com',
  description: 'One <b>lamp</b>',
};

describe('a session token', () => {
  test('opens one page with its presets, which are locked, and nothing else of it is shown', async () => {
    const token = await mint({ ...presets, dst_address: await world.sandbox.outsideAddress('bitcoin') });
    const { host, config, path } = await openPage(`partner_key=pk_test_shop&payin_amount=5&session_token=${token}`);
    expect(config.swConfig.default).toMatchObject({ payinCurrency: 'EUR', payinAmount: '120', payoutAmount: '' });
    expect(config.swConfig.widgetParams).toMatchObject({
      client_email: 'payer@example.com',
      description: 'One <b>lamp</b>',
      partner_key: 'pk_test_shop',
    });
    expect(host?.sessionError).toBeNull();
    expect(host?.locked.toSorted()).toEqual([
      'clientEmail',
      'description',
      'dstAddress',
      'payinAmount',
      'payinCurrency',
      'payinGroup',
      'payoutCurrency',
      'payoutGroup',
    ]);
    expect(path).not.toContain(token);
    expect(path).toContain(host?.session ?? 'none');
  });

  test('pictures come from the partner’s own hosts and from those that its server named, never from a page’s address', async () => {
    const details = (host: string) => JSON.stringify({ items: [{ name: 'Lamp', img: `https://${host}/lamp.png` }] });
    const asked = new URLSearchParams({ product_details: details('evil.example'), description: 'x' });
    const origins = async (query: string) => (await openPageData(query)).imageOrigins.join(' ');
    expect(await origins(`${asked}`)).toBe('');
    expect(await origins(`partner_key=pk_test_shop&${asked}`)).not.toContain('evil.example');
    const token = await mint({ ...presets, product_details: details('pictures.example') });
    const named = await origins(`session_token=${token}&${asked}`);
    expect(named).toContain('https://pictures.example');
    expect(named).not.toContain('evil.example');
  });

  test('markup is the partner’s own: what a page’s address says is plain, in whatever spelling and however often', async () => {
    const link = '<a href="https://evil.example">Log in</a> <b>now</b> 1 < 2';
    const details = JSON.stringify({ header: link, items: [{ name: link, price: link }] });
    const twice = { description: link, product_details: details, productDetails: details };
    const query = new URLSearchParams({ partner_key: 'pk_test_shop', description: link, product_details: details });
    const inParams = new URLSearchParams({ partner_key: 'pk_test_shop', widget_params: JSON.stringify(twice) });
    for (const asked of [query, inParams]) {
      const { widgetParams } = (await openPage(`${asked}`)).config.swConfig;
      expect(widgetParams).toMatchObject({ description: 'Log in now 1 &lt; 2' });
      expect(JSON.stringify(widgetParams)).not.toMatch(/evil|<b>/);
    }
    inParams.delete('partner_key');
    const { config } = await openPage(`is_merchant=1&${inParams}`);
    expect(JSON.stringify(config.swConfig.widgetParams), 'without a partner').not.toContain('Log in');
    const token = await mint({ ...presets, description: link, product_details: details });
    const { widgetParams } = (await openPage(`session_token=${token}&${query}`)).config.swConfig;
    expect(widgetParams).toMatchObject({ description: expect.stringContaining('<a href="https://evil.example">') });
  });

  test('opens its page without a partner key in the address too', async () => {
    const { host, parentOrigins } = await openPage(`session_token=${await mint(presets)}`);
    expect(host?.partnerKey).toBe('pk_test_shop');
    expect(parentOrigins.length).toBeGreaterThan(0);
  });

  test('ends with the secret key that requested it, opened or not', async () => {
    const { secret } = await rotatePartnerSecret(world.context, 'pk_stranger', 86_400);
    const waiting = await mint({}, secret);
    const { host } = await openPage(`session_token=${await mint({}, secret)}`);
    const reopen = async (token: string) => (await openPage(`session_token=${token}`)).host?.session;
    expect(await reopen(host?.session ?? '')).toBe(host?.session);
    await rotatePartnerSecret(world.context, 'pk_stranger', 0);
    expect([await reopen(host?.session ?? ''), await reopen(waiting)]).toEqual([undefined, undefined]);
    await insertPartnerSecret(world.context.db, {
      keyId: 'sk_stranger_again',
      partnerKey: 'pk_stranger',
      secretHash: hashSecret(`${strangerSecret}_again`),
      createdAt: world.context.clock.now(),
    });
  });

  test('the same page again, reloaded or in another language, is opened by the session that replaced the token', async () => {
    const { host } = await openPage(`session_token=${await mint(presets)}`);
    const again = await openPage(`partner_key=pk_test_shop&session_token=${host?.session ?? ''}`);
    expect(again.config.swConfig.default.payinAmount).toBe('120');
    expect(again.host).toEqual(host);
  });

  const refused = (boot: BootData) => {
    expect(boot.config.swConfig.widgetParams).not.toHaveProperty('client_email');
    expect(boot.host?.session).toBe('');
    return `${boot.host?.sessionFault}: ${boot.host?.sessionError?.text}`;
  };
  test('replayed is refused', async () => {
    const query = `partner_key=pk_test_shop&session_token=${await mint(presets)}`;
    await openPage(query);
    expect(refused(await openPage(query))).toContain('used: This link was used before');
  });

  test('of many who try at once one gets it', async () => {
    const query = `partner_key=pk_test_shop&session_token=${await mint(presets)}`;
    const boots = await Promise.all(Array.from({ length: 8 }, () => openPage(query)));
    expect(boots.filter(({ host }) => host?.sessionError === null)).toHaveLength(1);
  });

  test('late is refused, a second before it is not', async () => {
    const [early, late] = [await mint(presets), await mint(presets)];
    expect((await openPage(`partner_key=pk_test_shop&session_token=${early}`, 298_000)).host?.sessionError).toBeNull();
    expect(refused(await openPage(`partner_key=pk_test_shop&session_token=${late}`, 301_000))).toContain(
      'expired: This link is too old',
    );
  });

  test('with another partner’s key is refused, and stays good for its own page', async () => {
    const token = await mint(presets);
    expect(refused(await openPage(`partner_key=pk_stranger&session_token=${token}`))).toContain(
      'partner: This link belongs to another shop',
    );
    expect((await openPage(`partner_key=pk_test_shop&session_token=${token}`)).host?.sessionError).toBeNull();
  });

  test('tampered with, cut, emptied or made up is refused', async () => {
    const token = await mint(presets);
    const flipped = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    const made = `cwst_${randomBytes(32).toString('base64url')}`;
    for (const wrong of [flipped, token.slice(0, -1), `${token}A`, made, 'cwst_', token.replace('cwst', 'cwsh'), '%00'])
      expect(refused(await openPage(`partner_key=pk_test_shop&session_token=${wrong}`))).toMatch(
        /^(?:unknown: .*not valid|expired: .*too old)/,
      );
  });

  test('doubled has no partner, no presets and no frame', async () => {
    const token = await mint(presets);
    expect(() => decodeForm(`session_token=${token}&session_token=${token}`)).toThrow('more than once');
    expect((await openPage('')).host).toBeUndefined();
  });
});

describe('what a session has fixed goes with the order', () => {
  const open = async (changes: Readonly<Record<string, string>> = {}) => {
    const address = await world.sandbox.outsideAddress('bitcoin');
    // The client who signs in pays; with a fixed e-mail address no other can.
    const { client_email: _payer, ...fixed } = presets;
    const token = await mint({ ...fixed, dst_address: address, ...changes });
    const { host } = await openPage(`session_token=${token}`);
    const preorder = {
      partner_key: 'pk_test_shop',
      partner_session: host?.session ?? '',
      payin_amount: '120',
      dst_address: address,
    };
    return { address, preorder };
  };
  const codes = (answer: Awaited<ReturnType<OrderWorld['buy']>>) =>
    answer.body.errors.map(({ code, field }) => `${code} ${field}`.trim());

  test.each([
    ['the amount', { payin_amount: '12' }, 'PRESET_LOCKED payin_amount'],
    [
      'the amount by the other side',
      { payin_amount: '0', payout_amount: '0.01', is_payout_calc: '1' },
      'PRESET_LOCKED payin_amount',
    ],
    ['the address', { dst_address: 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk' }, 'PRESET_LOCKED dst_address'],
    ['the currency', { payout_currency: 'ETH', payout_group: 'ethereum' }, 'PRESET_LOCKED payout_currency'],
    ['the description', { description: 'Two lamps' }, 'PRESET_LOCKED description'],
    ['the partner', { partner_key: 'pk_stranger' }, 'PARTNER_SESSION_OVER'],
    ['the partner, left out', { partner_key: '' }, 400],
    ['the session, made up', { partner_session: `cwsh_${'a'.repeat(43)}` }, 'PARTNER_SESSION_OVER'],
    ['the session by the token', { partner_session: `cwst_${'a'.repeat(43)}` }, 400],
  ])('%s, edited, makes no order', async (_name, changes, refusal) => {
    const { preorder } = await open();
    const answer = await world.buy(await world.signIn(), { ...preorder, ...changes });
    if (typeof refusal === 'number') expect(answer.status).toBe(refusal);
    else expect(codes(answer)).toContain(refusal);
    expect(answer.body.order ?? null).toBeNull();
  });

  test('the e-mail address is the payer’s, or there is no order', async () => {
    const client = await world.signInClient();
    const { preorder } = await open({ client_email: client.email });
    expect(codes(await world.buy(await world.signIn(), preorder))).toEqual(['PRESET_LOCKED client_email']);
    expect((await world.buy(client.access, preorder)).body.errors).toEqual([]);
  });

  test('spelled otherwise it is the same, and what is left out is filled in', async () => {
    const { address, preorder } = await open();
    const { order } = await world.buy(await world.signIn(), { ...preorder, payin_amount: '0120.00', dst_address: '' });
    expect(order).toMatchObject({ payin_amount: '120.00', dst_address: address, description: 'One <b>lamp</b>' });
  });

  test('it makes one order, of two at once too, and another only when the first is canceled', async () => {
    const { preorder } = await open();
    const access = await world.signIn();
    const answers = await Promise.all([world.buy(access, preorder), world.buy(access, preorder)]);
    expect(answers.map((answer) => codes(answer)[0] ?? 'made').toSorted()).toEqual(['PARTNER_SESSION_OVER', 'made']);
    const made = answers.find(({ body }) => body.errors.length === 0);
    await world.call(`/onramp/o/${made?.order.nice_id ?? ''}/cancel`, {}, access);
    expect((await world.buy(access, preorder)).body.errors).toEqual([]);
  });
});

describe('a partner’s server', () => {
  test.each([
    ['no key', undefined],
    ['an unknown key', 'sk_0123456789abcdef0123456789'],
    ['the public key', 'pk_test_shop'],
    ['an access token', 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln'],
  ])('%s makes no token', async (_name, secret) => {
    expect(await post('payin_amount=5', secret)).toMatchObject({ status: 401, body: { error: 'PARTNER_KEY_WRONG' } });
  });

  test('the key is judged before the form: a stranger learns nothing of what is wrong with a field', async () => {
    for (const secret of [undefined, 'sk_0123456789abcdef0123456789'])
      for (const fields of ['payin_ammount=5', 'payin_amount=1e3', 'payin_amount=5&payin_amount=6'])
        expect(await post(fields, secret)).toMatchObject({ status: 401, body: { error: 'PARTNER_KEY_WRONG' } });
  });

  test.each([
    ['P4 in JSON', { 'content-type': 'application/json', 'x-authorization': `Bearer ${shopSecret}` }],
    [
      'P4 with the usual header',
      { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${shopSecret}` },
    ],
  ])('%s', async (_name, headers) => {
    const send = (payload: string) => app.inject({ method: 'POST', url: '/partner/sessions', headers, payload });
    const made = await send('{"payin_amount":"120","payinCurrency":"EUR"}');
    expect(made.json()).toMatchObject({ success: 1, errors: [] });
    const wrong = await send('{"payin_ammount":"120"}');
    expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { errors: [{ field: 'payin_ammount' }] }]);
    expect((await send('{"payin_amount"')).statusCode).toBe(400);
  });

  test('a key of another partner makes no token for this one', async () => {
    expect((await post('partner_key=pk_test_shop', strangerSecret)).status).toBe(401);
  });

  test.each([
    ['a preset that there is not', 'payin_ammount=5', 'payin_ammount'],
    ['a preset that there is not, in the other spelling', 'payinAmmount=5', 'payinAmmount'],
    ['a preset twice', 'payin_amount=5&payin_amount=6', 'payin_amount'],
    ['an amount that is none', 'payin_amount=1e3', 'payin_amount'],
    ['an e-mail that is none', 'client_email=nobody', 'client_email'],
    ['a way back to somewhere else', 'http_return_success=https://evil.example/', 'http_return_success'],
    ['a way back that is no page', 'http_return_failed=javascript:alert(1)', 'http_return_failed'],
  ])('%s is refused, and the field is named as the caller wrote it', async (_name, fields, field) => {
    expect(await post(fields, shopSecret)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  test('what the partner cannot do is refused', async () => {
    expect((await post('is_merchant=1', shopSecret)).body).toMatchObject({ error: 'MERCHANT_OFF' });
    expect((await post('pay_to_partner=1', shopSecret)).body).toMatchObject({ error: 'PARTNER_ACCOUNT_MISSING' });
  });
});

describe('a partner’s own settings', () => {
  test('1-28 the URL overrides a default, but not a lock', async () => {
    const { config, host } = await openPage('partner_key=pk_stranger&payin_currency=EUR&description=Mine');
    expect(config.swConfig.default.payinCurrency).toBe('USD');
    expect(config.swConfig.widgetParams).toMatchObject({
      description: 'Mine',
      coupon: 'WELCOME',
      hide_coupon: '1',
    });
    expect(host).toMatchObject({ locked: ['payinCurrency'], routes: ['order-stepper', 'verification*'] });
  });

  test('4.13 an order’s page in a frame that lost the partner’s key is still framed by that partner, and by no other', async () => {
    const access = await world.signIn();
    const bought = (await world.buy(access, { partner_key: 'pk_stranger', payin_currency: 'USD' })).order;
    const plain = (await world.buy(access)).order;
    const framedBy = async (path: string, query = '', isAlone = false) => {
      const place = { language: 'en', isLanguageNamed: false, path, query } as const;
      const address = { ...place, fields: decodeForm(query), isAlone, ip: '127.0.0.1' } as const;
      return (await buildBootData(world.context, bundle, address)).frameAncestors;
    };
    const path = `/order-status/${bought.nice_id}`;
    // Our own origin is where the playground is.
    const itsPartner = ['https://stranger.example', new URL(world.context.config.PUBLIC_URL).origin];
    expect(await framedBy(path)).toEqual(itsPartner);
    expect(await framedBy(`${path}/`)).toEqual(itsPartner);
    expect(await framedBy(path, 'partner_key=pk_test_shop')).not.toContain('https://stranger.example');
    expect(await framedBy(path, '', true)).toEqual([]);
    expect(await framedBy(`/order-status/${plain.nice_id}`)).toEqual([]);
    expect(await framedBy('/order-status/CWNOSUCHORDER00000')).toEqual([]);
    expect(await framedBy(`/transactions/${bought.nice_id}`)).toEqual([]);
  });

  test('A-118 the page receives the operator’s support chat, and may fetch it and nothing else more', async () => {
    const { context } = world;
    const address = {
      language: 'en',
      isLanguageNamed: false,
      path: '/',
      query: '',
      fields: {},
      isAlone: true,
      ip: '127.0.0.1',
    } as const;
    const chat = 'https://chat.example/v1/chat.js';
    const plain = await buildBootData(context, bundle, address);
    const config = { ...context.config, SUPPORT_CHAT_URL: chat };
    const reported = await buildBootData({ ...context, config }, bundle, address);
    expect([plain.boot.brand.chatUrl, reported.boot.brand.chatUrl]).toEqual([undefined, chat]);
    expect(reported.providerOrigins).toEqual([...plain.providerOrigins, 'https://chat.example']);
    const relay = { WALLETCONNECT_PROJECT_ID: '0123456789', WALLETCONNECT_RELAY_URL: 'wss://relay.example/v1' };
    const relayed = await buildBootData({ ...context, config: { ...config, ...relay } }, bundle, address);
    expect(relayed.relayOrigins).toEqual(['wss://relay.example']);
    const { WALLETCONNECT_PROJECT_ID: _project, ...unconnected } = context.config;
    expect((await buildBootData({ ...context, config: unconnected }, bundle, address)).relayOrigins).toEqual([]);
  });

  test('names of presets are those of the contract', () => {
    expect(new Set(presetNames).size).toBe(presetNames.length);
  });
});
