import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import type { AppContext } from '../../context.ts';
import { buyAtShop, openShop } from '../merchants/fixtures/buy-at-shop.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { partnerVersion } from './deliver-webhook.ts';

const world = await openOrderWorld({ connections: 4 });
const { context, sandbox } = world;
beforeAll(async () => {
  await openShop(world);
  await context.db.updateTable('partners').set({ webhookUrl: 'https://shop.example/hook' }).execute();
  await beginWork(context);
});

/** What the shop is sent of an order: version and status. */
async function sent({ db }: AppContext, niceId: string) {
  return db
    .selectFrom('partnerDeliveries')
    .innerJoin('orders', 'orders.orderId', 'partnerDeliveries.orderId')
    .innerJoin('orderEvents', (join) =>
      join
        .onRef('orderEvents.orderId', '=', 'partnerDeliveries.orderId')
        .onRef('orderEvents.eventNumber', '=', 'partnerDeliveries.version'),
    )
    .select(['partnerDeliveries.version', 'epoch', 'orderEvents.toStatus as status'])
    .where('orders.niceId', '=', niceId)
    .orderBy('epoch')
    .orderBy('version')
    .execute();
}

test('law 3, a version that a shop has heard does not come back with another meaning', async () => {
  const { nice_id: niceId } = await buyAtShop(world, `${randomBytes(6).toString('hex')}@example.com`);
  const payment = await world.paymentOf(niceId);
  const restore = await copyDatabase(world);
  await sandbox.settlePayment(payment, 'approved', 0);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  const before = await sent(context, niceId);
  expect(before.at(-1)).toMatchObject({ status: 'finished' });
  await sandbox.settlePayment(payment, 'chargeback', 0);
  const { context: own } = await restore();
  await beginWork(own);
  await confirmCardPayment(own, { acquirer: 'card_one', acquirerPaymentId: payment });
  const after = await sent(own, niceId);
  const highest = Math.max(...before.map(partnerVersion));
  const last = after.at(-1);
  expect(last?.status).not.toBe('finished');
  expect(last && partnerVersion(last)).toBeGreaterThan(highest);
});

test('law 3, the same copy put back twice says nothing new in a version of its first time', async () => {
  const { nice_id: niceId } = await buyAtShop(world, `${randomBytes(6).toString('hex')}@example.com`);
  const payment = await world.paymentOf(niceId);
  const copies = [await copyDatabase(world), await copyDatabase(world)];
  const heard: { version: number; status: string }[][] = [];
  for (const status of ['approved', 'chargeback'] as const) {
    await sandbox.settlePayment(payment, status, 0);
    // An epoch is named by its second: no two restores take less.
    await sleep(1100);
    const { context: own } = (await copies[heard.length]?.()) ?? { context };
    await beginWork(own);
    await confirmCardPayment(own, { acquirer: 'card_one', acquirerPaymentId: payment });
    heard.push((await sent(own, niceId)).map((one) => ({ version: partnerVersion(one), status: one.status })));
  }
  const [first = [], second = []] = heard;
  expect(first.at(-1)?.status).toBe('processing');
  expect(second.at(-1)?.status).not.toBe('processing');
  expect(second.at(-1)?.version).toBeGreaterThan(Math.max(...first.map(({ version }) => version)));
});
