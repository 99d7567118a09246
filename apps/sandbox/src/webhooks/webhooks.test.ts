import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { createClient, isSigned, listenForWebhooks } from '../testing/test-client.ts';

let sandbox: RunningSandbox;
let client: ReturnType<typeof createClient>;
let product: Awaited<ReturnType<typeof listenForWebhooks>>;
let failures: number;

beforeEach(async () => {
  failures = 0;
  product = await listenForWebhooks((_heard, count) => (count <= failures ? 500 : 200));
  sandbox = await startSandbox({ productUrl: product.url });
  client = createClient(sandbox);
});
afterEach(async () => {
  await sandbox.close();
  await product.close();
});

const create = async () =>
  String(
    (
      await client.acquirer('POST', '/payments', {
        reference: 'order',
        amount: '9.99',
        currency: 'EUR',
        return_url: 'http://localhost/',
      })
    ).body['id'],
  );
const settle = async (notify?: number) => {
  const id = await create();
  await client.control(`/acquirer/payments/${id}`, { outcome: 'approved', notify });
  return id;
};
const fault = (kind: string, more: object = {}) =>
  client.control('/faults', { provider: 'acquirer_webhooks', fault: kind, ...more });
const ids = () => product.heard.map((one) => String(JSON.parse(one.body).id));
const heard = async (count: number, timeout = 3000): Promise<void> => {
  await expect.poll(() => product.heard.length, { timeout }).toBe(count);
};
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('signed webhooks', () => {
  test('carry the payment under a signature over time and body', async () => {
    const id = await settle();
    await heard(1);
    const [first] = product.heard;
    expect(first && isSigned(first)).toBe(true);
    expect(first && isSigned(first, 'another secret')).toBe(false);
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      type: 'payment.approved',
      data: { id, status: 'approved', amount: '9.99' },
    });
  });

  test('have reached the product when the control call is answered', async () => {
    await settle(3);
    expect(product.heard).toHaveLength(3);
  });

  test('are repeated with back-off under the same id until answered with 2xx', async () => {
    failures = 2;
    await settle();
    await heard(3, 6000);
    const [first, second, third] = product.heard.map((one) => one.at);
    expect(new Set(ids()).size).toBe(1);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(900);
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThan(1800);
    const { webhooks } = await client.look('/acquirer/webhooks?reference=order');
    expect(webhooks).toMatchObject([
      { state: 'delivered', attempts: [{ status: 500 }, { status: 500 }, { status: 200 }] },
    ]);
  });

  test('are sent as often as asked: never, and five times under one id', async () => {
    await settle(0);
    await pause(300);
    expect(product.heard).toHaveLength(0);
    await settle(5);
    await heard(5);
    expect(new Set(ids()).size).toBe(1);
  });

  test('can be sent again by hand', async () => {
    await settle(0);
    const { webhooks } = await client.look('/acquirer/webhooks');
    const [event] = Array.isArray(webhooks) ? webhooks : [];
    await client.control(`/acquirer/webhooks/${event.id}/send`);
    await heard(1);
    expect(ids()).toEqual([event.id]);
  });
});

describe('webhook faults', () => {
  test('duplicate sends one event twice', async () => {
    await fault('duplicate');
    await settle();
    await heard(2);
    expect(new Set(ids()).size).toBe(1);
  });

  test('late holds the event back', async () => {
    await fault('late', { delay_ms: 600 });
    await settle();
    await pause(300);
    expect(product.heard).toHaveLength(0);
    await heard(1);
  });

  test('drop_answer delivers, and the sender repeats as if no answer had come', async () => {
    await fault('drop_answer');
    await settle();
    await heard(2);
    expect(new Set(ids()).size).toBe(1);
  });

  test('reject loses the event', async () => {
    await fault('reject');
    await settle();
    await settle();
    await heard(1);
    await pause(300);
    expect(product.heard).toHaveLength(1);
  });

  test('forged comes before the true event with a wrong signature', async () => {
    await fault('forged');
    await settle();
    await heard(2);
    expect(product.heard.filter((one) => isSigned(one))).toHaveLength(1);
  });

  test('out_of_order lets the next event overtake', async () => {
    await fault('out_of_order');
    const id = await create();
    await client.control(`/acquirer/payments/${id}`, { outcome: 'challenge' });
    await client.control(`/acquirer/payments/${id}`, { outcome: 'approved' });
    await heard(2);
    expect(product.heard.map((one) => String(JSON.parse(one.body).type))).toEqual([
      'payment.approved',
      'payment.challenge',
    ]);
  });
});
