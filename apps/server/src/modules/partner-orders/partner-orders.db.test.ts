import { apiVersion } from '@causeway/contract/api-versions';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from '../../app.ts';
import { openArchive } from '../books/fixtures/archive-now.ts';
import { addHistory } from '../order-lifecycle/change-status.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';
import { rotatePartnerSecret } from '../partners/partner-secrets.ts';
import { rotateWebhookSecret } from '../partners/webhook-secrets.ts';

const world = await openOrderWorld();
const archiveNow = await openArchive(world);
const context = { ...world.context, config: { ...world.context.config, WEBHOOK_PRIVATE_TARGETS: 'on' as const } };
const heard: { signature: string; body: string }[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    heard.push({ signature: String(request.headers['causeway-signature']), body });
    response.writeHead(204).end();
  });
});
let app: FastifyInstance;
const secrets = { mine: '', other: '' };
const numbers: string[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', () => resolve()));
  const { port } = z.custom<AddressInfo>((value) => value !== null).parse(receiver.address());
  app = await createApi(context);
  const common = { isFloatingRate: true, theme: 'auto', themeSettings: {}, isMerchant: false, name: 'Shop' } as const;
  const webhookUrl = `http://127.0.0.1:${port}/`;
  await savePartner(context, { ...common, partnerKey: 'pk_mine', allowedOrigins: [], webhookUrl });
  await savePartner(context, { ...common, partnerKey: 'pk_other', allowedOrigins: [] });
  secrets.mine = (await rotatePartnerSecret(context, 'pk_mine', 0)).secret;
  secrets.other = (await rotatePartnerSecret(context, 'pk_other', 0)).secret;
  await rotateWebhookSecret(context, 'pk_mine', 0);
  const access = await world.signIn();
  for (const partner_order_id of ['1', '2', '3'])
    numbers.push(
      (await world.buy(access, { partner_key: 'pk_mine', partner_order_id, payin_amount: '30' })).order.nice_id,
    );
});
afterAll(async () => {
  await app.close();
  receiver.close();
});

const ask = async (url: string, secret: string | undefined, method: 'GET' | 'POST' = 'GET') => {
  const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  const form = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const answer = await app.inject({ method, url, headers: { ...headers, ...form } });
  return { status: answer.statusCode, body: answer.json(), version: answer.headers['causeway-version'] };
};

test('each answer to a partner’s server names the version, a refusal too; no other does', async () => {
  for (const secret of [secrets.mine, undefined])
    expect((await ask('/partner/orders', secret)).version).toBe(apiVersion);
  expect((await ask('/onramp/exchange_data', undefined)).version).toBeUndefined();
});

test('a request names its version of the API, and an unknown one is answered with those that exist', async () => {
  const by = async (version: string, secret = secrets.mine) => {
    const headers = { authorization: `Bearer ${secret}`, 'causeway-version': version };
    const answer = await app.inject({ url: '/partner/orders', headers });
    return { status: answer.statusCode, text: answer.body };
  };
  expect((await by(apiVersion)).status).toBe(200);
  for (const version of ['2020-01-01', '', `${apiVersion}, ${apiVersion}`]) {
    const refused = await by(version);
    expect(refused.status, version).toBe(400);
    expect(refused.text).toContain('causeway_version');
    expect(refused.text).toContain(`Use one of these: ${apiVersion}.`);
  }
  // A stranger learns nothing of it.
  expect((await by('2020-01-01', 'sk_test_nobody')).text).not.toContain('causeway_version');
});

describe('C-81, C-82 a partner’s server reads its own orders by its secret key', () => {
  test('one by its number, as webhooks show it, without anything of the payer', async () => {
    const { status, body } = await ask(`/partner/orders/${numbers[0]}`, secrets.mine);
    expect([status, body]).toMatchObject([
      200,
      { order: { order_id: numbers[0], partner_order_id: '1', status: 'payin_pending', payin_amount: '30.00' } },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/email|address|card_|client/);
  });

  test('all of them, by status and by their own number', async () => {
    const of = async (query: string) => {
      const { body } = await ask(`/partner/orders?${query}`, secrets.mine);
      const { orders } = z.object({ orders: z.array(z.object({ partner_order_id: z.string() })) }).parse(body);
      return orders.map(({ partner_order_id: number }) => number);
    };
    expect(await of('')).toEqual(['3', '2', '1']);
    expect(await of('status=finished')).toEqual([]);
    expect(await of('status=payin_pending&partner_order_id=2')).toEqual(['2']);
  });

  test.each([
    ['another partner’s order', () => `/partner/orders/${numbers[0]}`, () => secrets.other, 404],
    ['an order that there is not', () => '/partner/orders/CW0123456789ABCDEF', () => secrets.mine, 404],
    ['without a key', () => `/partner/orders/${numbers[0]}`, () => undefined, 401],
    ['with an unknown key', () => '/partner/orders', () => `sk_test_${'a'.repeat(40)}`, 401],
    ['with the public key', () => '/partner/orders', () => 'pk_mine', 401],
    ['a status that there is not', () => '/partner/orders?status=done', () => secrets.mine, 400],
    ['a page that no answer named', () => '/partner/orders?page=7', () => secrets.mine, 400],
  ])('%s is refused', async (_what, url, secret, status) => {
    expect((await ask(url(), secret())).status).toBe(status);
  });

  test('another partner’s list has none of them', async () => {
    expect((await ask('/partner/orders', secrets.other)).body).toMatchObject({ orders: [], next_page: '' });
  });

  test('pages follow each other, each order once', async () => {
    const row = await context.db
      .selectFrom('orders')
      .selectAll()
      .where('niceId', '=', numbers[0] ?? '')
      .executeTakeFirstOrThrow();
    expect(row.partnerKey).toBe('pk_mine');
    const access = await world.signIn();
    for (let made = 0; made < 19; made += 1) await world.buy(access, { partner_key: 'pk_mine', payin_amount: '30' });
    const page = z.object({ orders: z.array(z.object({ order_id: z.string() })), next_page: z.string() });
    const first = page.parse((await ask('/partner/orders', secrets.mine)).body);
    const second = page.parse((await ask(`/partner/orders?page=${first.next_page}`, secrets.mine)).body);
    const all = [...first.orders, ...second.orders].map(({ order_id: id }) => id);
    expect([first.orders.length, second.next_page, new Set(all).size]).toEqual([20, '', all.length]);
    expect(all).toEqual(expect.arrayContaining(numbers));
  });
});

describe('C-83 a test webhook', () => {
  test('goes to the partner’s own URL, signed, and its answer is shown', async () => {
    const { body } = await ask('/partner/webhooks/test', secrets.mine, 'POST');
    expect(body).toMatchObject({ success: 1, answer_code: 204, failure: '' });
    expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ type: 'test', partner_key: 'pk_mine' });
    expect(heard[0]?.signature).toMatch(/^t=\d+,kid=wk_\w+,v1=[0-9a-f]{64}$/);
  });

  test('is refused where there is no address', async () => {
    expect(await ask('/partner/webhooks/test', secrets.other, 'POST')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'webhook' }] },
    });
  });
});

describe('a key for reading alone', () => {
  test('reads orders, and every other call refuses it and says why', async () => {
    const { secret } = await rotatePartnerSecret(context, 'pk_mine', 0, true);
    expect((await ask('/partner/orders', secret)).status).toBe(200);
    expect((await ask(`/partner/orders/${numbers[0]}`, secret)).status).toBe(200);
    for (const url of ['/partner/webhooks/test', '/partner/sessions']) {
      const { status, body } = await ask(url, secret, 'POST');
      expect([url, status, body.error]).toEqual([url, 401, 'PARTNER_KEY_WRONG']);
      expect(JSON.stringify(body.errors)).toContain('for reading alone');
    }
  });

  test('is changed apart from the one that may do all', async () => {
    const old = (await rotatePartnerSecret(context, 'pk_mine', 0, true)).secret;
    const { secret } = await rotatePartnerSecret(context, 'pk_mine', 0, true);
    const statuses = await Promise.all([old, secret, secrets.mine].map((key) => ask('/partner/orders', key)));
    expect(statuses.map(({ status }) => status)).toEqual([401, 200, 200]);
  });
});

test('a new key says where it is good', () => expect(secrets.mine).toMatch(/^sk_test_[\w-]{43}$/));

// C-82: after `finished` the reason alone says that a payment was taken back, and for ever.
test('the last reason of an order is there also once its month has left the database', async () => {
  await context.db.updateTable('orders').set({ status: 'canceled', finishedAt: context.clock.now() }).execute();
  const { orderId } = await context.db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', numbers[0] ?? '')
    .executeTakeFirstOrThrow();
  const event = { orderId, from: 'canceled', to: 'canceled', actor: 'system' } as const;
  const add = (reason: 'payment_charged_back' | 'payment_regained') =>
    context.db.transaction().execute((trx) => addHistory(context, trx, { ...event, reason }));
  const reason = async () => (await ask(`/partner/orders/${numbers[0]}`, secrets.mine)).body.order.reason;
  await add('payment_charged_back');
  await archiveNow(async () => {
    expect(await reason()).toBe('payment_charged_back');
    await add('payment_regained');
    expect(await reason()).toBe('payment_regained');
  });
  expect(await reason()).toBe('payment_regained');
  await archiveNow(async () => expect(await reason()).toBe('payment_regained'));
});
