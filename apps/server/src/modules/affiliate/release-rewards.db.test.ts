import { expect, test } from 'vitest';
import { dayMs } from '../../context.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { openSession } from '../auth/open-session.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { attachReferrer } from '../referrals/attach-referrer.ts';
import { openReferralCode } from '../referrals/referral-code.ts';
import { releaseRewards } from './release-rewards.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

/** Orders by card onto the balance, finished, of a client who was brought by another; in the order of their end. */
async function exchange(count: number): Promise<string[]> {
  const [earner, buyer] = [await world.signInClient(), await world.signInClient()];
  await db.transaction().execute((trx) => openSession(context, trx, earner.clientId, { deviceId: 'a computer' }));
  const code = await openReferralCode(context, earner.clientId);
  await attachReferrer(context, db, { clientId: buyer.clientId, code, deviceId: 'a phone' });
  for (let made = 0; made < count; made += 1) {
    const { order } = await world.buy(buyer.access, { payout_group: 'balance', dst_address: '' });
    const acquirerPaymentId = await world.paymentOf(order.nice_id);
    await sandbox.settlePayment(acquirerPaymentId, 'approved', 0);
    await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId });
  }
  const given = await rewardsOf(earner.clientId);
  expect(given.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'pending'));
  return given.map(({ orderId }) => orderId);
}

async function rewardsOf(clientId: string) {
  return db
    .selectFrom('referralRewards')
    .selectAll()
    .where('clientId', '=', clientId)
    .orderBy('createdAt')
    .orderBy('orderId')
    .execute();
}

const rewardOf = (orderId: string) =>
  db.selectFrom('referralRewards').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow();
const change = (orderId: string, values: { checkAt?: Date; createdAt?: Date }) =>
  db.updateTable('referralRewards').set(values).where('orderId', '=', orderId).execute();
const statuses = async (orderIds: readonly string[]) =>
  Promise.all(orderIds.map(async (orderId) => (await rewardOf(orderId)).status));

test('a run that cannot look at all orders looks at those first that were due first', async () => {
  const orderIds = await exchange(5);
  const last = orderIds.at(-1) ?? '';
  const now = Date.now();
  // The newest order is due first, and is paid for good.
  for (const [at, orderId] of orderIds.entries()) await change(orderId, { checkAt: new Date(now - (at + 1) * 60_000) });
  await change(last, { createdAt: new Date(0) });
  await releaseRewards(context, { most: 1 });
  expect(await statuses(orderIds)).toEqual(['pending', 'pending', 'pending', 'pending', 'released']);

  for (const orderId of orderIds) await change(orderId, { createdAt: new Date(0) });
  await releaseRewards(context, { most: 2 });
  expect(await statuses(orderIds)).toEqual(['pending', 'pending', 'released', 'released', 'released']);
  await releaseRewards(context, { most: 2 });
  expect(new Set(await statuses(orderIds))).toEqual(new Set(['released']));
});

test('what can be charged back for months is looked at once, and then when that has ended', async () => {
  const [orderId = ''] = await exchange(1);
  await releaseRewards(context);
  const { status, createdAt, checkAt } = await rewardOf(orderId);
  expect(status).toBe('pending');
  expect(checkAt.getTime() - createdAt.getTime()).toBe(context.config.CHARGEBACK_DAYS * dayMs);
});
