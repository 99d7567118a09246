import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

beforeAll(async () => void (await openShop(world)), 60_000);

test('a sale of which all but a cent was won back is part of its payer’s month', async () => {
  const order = await buyAtShop(world, `${randomBytes(6).toString('hex')}@example.com`);
  const payment = await world.paymentOf(order.nice_id);
  const hear = async () => confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  const counted = async () =>
    (
      await db
        .selectFrom('limitEntries')
        .innerJoin('orders', 'orders.orderId', 'limitEntries.orderId')
        .select('currency')
        .where('niceId', '=', order.nice_id)
        .where('isCounted', '=', true)
        .execute()
    ).length;
  await sandbox.settlePayment(payment, 'approved', 0);
  await hear();
  expect((await world.read(order.nice_id)).status).toBe('finished');
  expect(await counted()).toBe(2);
  await sandbox.settlePayment(payment, 'chargeback', 0);
  await hear();
  expect(await counted()).toBe(0);
  const acquirer = context.providers.acquirers.find('card_one');
  const usual = acquirer.getPayment.bind(acquirer);
  acquirer.getPayment = async (id) => ({ ...(await usual(id)), status: 'approved', refundedAmount: '0.01' });
  await hear();
  expect(await counted()).toBe(2);
});
