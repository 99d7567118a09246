import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { remakeOrder } from '../orders/fixtures/remake-order.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

beforeAll(async () => void (await openShop(world)), 60_000);

test('a sale that was lost and won counts in the month that it had counted in, as much as before', async () => {
  const { nice_id: niceId } = await buyAtShop(world, `${randomBytes(6).toString('hex')}@example.com`);
  const payment = await world.paymentOf(niceId);
  const report = async (result: 'approved' | 'chargeback' | 'won') => {
    await sandbox.settlePayment(payment, result, 0);
    await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  };
  // It was made in the last minutes of the month before, and paid in this one.
  await remakeOrder(world.ownerUrl, niceId, `created_at = date_trunc('month', now()) - interval '5 minutes'`);
  await report('approved');
  const sale = db.selectFrom('orders').select(['clientId', 'status']).where('niceId', '=', niceId);
  const { clientId, status } = await sale.executeTakeFirstOrThrow();
  const used = async () => {
    const uses = db.selectFrom('limitUses').select(['month', 'currency', 'used']).where('clientId', '=', clientId);
    return uses.where('used', '>', 0n).orderBy('currency').execute();
  };
  const before = await used();
  expect([status, before.length]).toEqual(['finished', 2]);
  await report('chargeback');
  expect(await used()).toEqual([]);
  await report('won');
  expect(await used()).toEqual(before);
});
