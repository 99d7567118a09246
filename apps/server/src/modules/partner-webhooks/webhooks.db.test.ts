import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import type { PartnerInput } from '../partners/partner.ts';
import { savePartner } from '../partners/save-partner.ts';
import { openWebhookSecrets, rotateWebhookSecret } from '../partners/webhook-secrets.ts';
import { deliverWebhook, replayDelivery, sweepDeliveries } from './deliver-webhook.ts';
import { listDeliveries } from './store.ts';

const hook = z.looseObject({
  delivery_id: z.string(),
  version: z.int(),
  partner_key: z.string(),
  order: z.looseObject({ order_id: z.string(), partner_order_id: z.string(), status: z.string(), reason: z.string() }),
});
interface Heard {
  body: string;
  signature: string;
  delivery: string;
}

const world = await openOrderWorld();
const heard: Heard[] = [];
let answer = { status: 200, body: 'ok', headers: {} as Record<string, string> };
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const header = (name: string) => String(request.headers[name] ?? '');
    heard.push({
      body: Buffer.concat(parts).toString('utf8'),
      signature: header('causeway-signature'),
      delivery: header('causeway-delivery'),
    });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
});
const shop: PartnerInput = {
  partnerKey: 'pk_hooked',
  name: 'Hooked',
  allowedOrigins: [],
  isMerchant: false,
  isFloatingRate: true,
  theme: 'auto',
  themeSettings: {},
};
let webhookUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.custom<AddressInfo>((value) => value !== null).parse(server.address());
  webhookUrl = `http://127.0.0.1:${port}/hook`;
  await savePartner(world.context, { ...shop, webhookUrl });
  await rotateWebhookSecret(world.context, shop.partnerKey, 0);
});
afterAll(() => void server.close());

const later = (ms: number): AppContext => ({
  ...world.context,
  clock: { now: () => new Date(world.context.clock.now().getTime() + ms) },
});
const log = () => listDeliveries(world.context.db, { partnerKey: shop.partnerKey, status: undefined, limit: 50 });

async function order(partnerOrderId = 'shop 7'): Promise<{ niceId: string; access: string }> {
  heard.length = 0;
  const access = await world.signIn();
  const changes = { partner_key: shop.partnerKey, partner_order_id: partnerOrderId };
  return { niceId: (await world.buy(access, changes)).order.nice_id, access };
}

/** The one webhook of an order that was just made, not sent yet. */
async function freshDelivery(): Promise<string> {
  const { niceId } = await order();
  const made = (await log()).find((row) => row.niceId === niceId);
  if (made === undefined) throw new Error('There is no notice.');
  return made.deliveryId;
}

describe('webhooks to a partner', () => {
  test('report each change of its order, numbered, signed over the raw body with time and key id', async () => {
    const { niceId, access } = await order();
    await world.work();
    await world.call(`/onramp/o/${niceId}/cancel`, {}, access);
    await world.work();
    expect(heard).toHaveLength(2);
    const bodies = heard.map(({ body }) => hook.parse(JSON.parse(body)));
    expect(bodies.map(({ version, order: { status } }) => [version, status])).toEqual([
      [1, 'payin_pending'],
      [2, 'canceled'],
    ]);
    expect(bodies[0]).toMatchObject({
      partner_key: 'pk_hooked',
      order: { order_id: niceId, partner_order_id: 'shop 7' },
    });
    const [secret] = await openWebhookSecrets(world.context, shop.partnerKey);
    for (const { body, signature, delivery } of heard) {
      const [, time = '', keyId = '', mac = ''] = /^t=(\d+),kid=([\w-]+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
      expect(keyId).toBe(secret?.keyId);
      expect(mac).toBe(
        createHmac('sha256', secret?.secret ?? '')
          .update(`${time}.${body}`)
          .digest('hex'),
      );
      expect(hook.parse(JSON.parse(body)).delivery_id).toBe(delivery);
    }
    expect((await log()).slice(0, 2)).toMatchObject([
      { version: 2, status: 'delivered', attempts: 1, answerCode: 200, answer: 'ok' },
      { version: 1, status: 'delivered', attempts: 1, answerCode: 200, answer: 'ok' },
    ]);
  });

  test('hold nothing personal of the payer', async () => {
    const client = await world.signInClient();
    heard.length = 0;
    const changes = { partner_key: shop.partnerKey };
    const { dst_address: address } = z
      .looseObject({ dst_address: z.string() })
      .parse((await world.buy(client.access, changes)).order);
    await world.work();
    expect(heard[0]?.body).toContain('payin_pending');
    for (const secret of [client.email, client.niceId, address]) expect(heard[0]?.body).not.toContain(secret);
  });

  test('are not made for orders without a partner, or of a partner that receives none', async () => {
    const before = await world.context.db.selectFrom('partnerDeliveries').select('deliveryId').execute();
    await savePartner(world.context, { ...shop, partnerKey: 'pk_deaf' });
    await world.buy(await world.signIn());
    await world.buy(await world.signIn(), { partner_key: 'pk_deaf' });
    expect(await world.context.db.selectFrom('partnerDeliveries').select('deliveryId').execute()).toEqual(before);
  });

  test('are signed by both secrets while one is changed, and by the new one alone afterwards', async () => {
    const hour = 3600;
    const fresh = await rotateWebhookSecret(world.context, shop.partnerKey, hour);
    await order();
    await world.work();
    expect(heard[0]?.signature.match(/kid=/g)).toHaveLength(2);
    expect(heard[0]?.signature).toContain(`kid=${fresh.keyId},`);
    expect(await openWebhookSecrets(later((hour + 1) * 1000), shop.partnerKey)).toEqual([fresh]);
  });

  test('not taken are tried again with the same id and body and a new signature, and given up after three days', async () => {
    answer = { status: 500, body: 'x'.repeat(3000), headers: {} };
    const deliveryId = await freshDelivery();
    let time = 0;
    let tries = 0;
    for (; tries < 30; tries += 1) {
      await deliverWebhook(later(time), deliveryId);
      const row = (await log()).find((one) => one.deliveryId === deliveryId);
      expect(row).toMatchObject({ attempts: tries + 1, answerCode: 500, answer: 'x'.repeat(1024) });
      if (row?.status === 'given_up') break;
      const next = (row?.nextAttemptAt?.getTime() ?? 0) - world.context.clock.now().getTime() + 1;
      expect(next).toBeGreaterThan(time);
      time = next;
    }
    const days = time / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.01);
    const mine = heard.filter(({ delivery }) => delivery === deliveryId);
    expect(mine).toHaveLength(tries + 1);
    expect(new Set(mine.map(({ body }) => body)).size).toBe(1);
    expect(new Set(mine.map(({ signature }) => signature)).size).toBeGreaterThan(10);
    answer = { status: 200, body: 'ok', headers: {} };
  });

  test('that were given up or taken are sent again by a replay', async () => {
    const [given] = await listDeliveries(world.context.db, {
      partnerKey: shop.partnerKey,
      status: 'given_up',
      limit: 1,
    });
    heard.length = 0;
    expect(await replayDelivery(world.context, given?.deliveryId ?? '')).toBe(true);
    await world.work();
    expect(heard.map(({ delivery }) => delivery)).toContain(given?.deliveryId);
    expect((await log()).find((row) => row.deliveryId === given?.deliveryId)).toMatchObject({
      status: 'delivered',
      attempts: 1,
    });
    expect(await replayDelivery(world.context, '00000000-0000-7000-8000-000000000000')).toBe(false);
  });

  test('of which two workers know are sent once', async () => {
    const deliveryId = await freshDelivery();
    await Promise.all(Array.from({ length: 5 }, () => deliverWebhook(world.context, deliveryId)));
    expect(heard.filter(({ delivery }) => delivery === deliveryId)).toHaveLength(1);
  });

  test('whose job was lost are found again', async () => {
    const deliveryId = await freshDelivery();
    await world.boss.deleteAllJobs('deliver-notice');
    expect(await sweepDeliveries(world.context)).toBe(0);
    expect(await sweepDeliveries(later(31_000))).toBe(1);
    await world.work();
    expect((await log()).find((row) => row.deliveryId === deliveryId)?.status).toBe('delivered');
  });
});

describe('targets that webhooks may have', () => {
  const settled = async (deliveryId: string) => (await log()).find((row) => row.deliveryId === deliveryId);

  test('a redirect is an answer that is no success, and is not followed', async () => {
    answer = { status: 307, body: '', headers: { location: `${webhookUrl}?elsewhere` } };
    const deliveryId = await freshDelivery();
    await deliverWebhook(world.context, deliveryId);
    expect(heard).toHaveLength(1);
    expect(await settled(deliveryId)).toMatchObject({ status: 'waiting', answerCode: 307 });
    answer = { status: 200, body: 'ok', headers: {} };
  });

  test.each([
    'http://127.0.0.1:1/',
    'https://127.0.0.1:1/',
    'https://[::1]:1/',
    'https://10.0.0.8/',
    'https://localhost:1/',
  ])('a live server sends no request to %s', async (target) => {
    await savePartner(world.context, { ...shop, webhookUrl: target });
    const deliveryId = await freshDelivery();
    const config = { ...world.context.config, WEBHOOK_PRIVATE_TARGETS: 'off' as const };
    await deliverWebhook({ ...world.context, config }, deliveryId);
    const failure = target.startsWith('https') ? 'private_address' : 'bad_url';
    expect(await settled(deliveryId)).toMatchObject({ status: 'waiting', answerCode: null, failure });
    await savePartner(world.context, { ...shop, webhookUrl });
  });

  test('a target without a listening server is tried again', async () => {
    await savePartner(world.context, { ...shop, webhookUrl: 'http://127.0.0.1:1/' });
    const deliveryId = await freshDelivery();
    await deliverWebhook(world.context, deliveryId);
    expect(await settled(deliveryId)).toMatchObject({ status: 'waiting', answerCode: null, failure: 'unreachable' });
    await savePartner(world.context, { ...shop, webhookUrl });
  });
});
