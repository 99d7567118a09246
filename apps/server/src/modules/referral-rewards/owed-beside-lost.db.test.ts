import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSession } from '../auth/open-session.ts';
import { openLossWorld, toEther } from '../losses/fixtures/open-loss-world.ts';
import { openCoins } from '../losses/fixtures/sell-coins.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { attachReferrer } from '../referrals/attach-referrer.ts';
import { openReferralCode } from '../referrals/referral-code.ts';
import { creditRewards } from './credit-rewards.ts';
import { payRewards } from './pay-rewards.ts';
import { cancelRewards, lockRewards, releaseReward } from './reward-row.ts';

const { world, both, free, spend, withdraw } = await openLossWorld();
const { context } = world;
const { db } = context;
const { sell, drop } = openCoins(world);
const inTransaction = <Result>(work: (trx: typeof db) => Promise<Result>) => db.transaction().execute(work);

/** A reward is earned and paid. @returns what takes it back */
async function reward(earner: SignedInClient) {
  const client = await world.signInClient();
  await inTransaction((trx) => openSession(context, trx, earner.clientId, { deviceId: randomUUID() }));
  const code = await openReferralCode(context, earner.clientId);
  await attachReferrer(context, db, { clientId: client.clientId, code, deviceId: randomUUID() });
  for (const { clientId } of [earner, client])
    await db.insertInto('personMarks').values({ clientId, kind: 'person', mark: randomUUID() }).execute();
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '', payin_amount: '5000' });
  const orders = db.selectFrom('orders').select('orderId').where('niceId', '=', order.nice_id);
  const { orderId } = await orders.executeTakeFirstOrThrow();
  await inTransaction((trx) => creditRewards(context, trx, orderId));
  await inTransaction(async (trx) => {
    for (const one of await lockRewards(trx, orderId)) await releaseReward({ ...context, db: trx }, trx, one);
  });
  await payRewards(context);
  return () => inTransaction((trx) => cancelRewards(context, trx, orderId));
}

test('a reward that was taken back took what was its own: of an earlier loss nothing honest is held for it', async () => {
  const earner = await world.signInClient();
  await world.giveBalance(earner, 5_000n, 'EUR');
  await spend(earner, 5_000n, { ...toEther, payin_currency: 'EUR' });
  const ether = await free(earner, 'ETH');
  const { txid } = await sell(earner, 'EUR');
  await withdraw(earner, await free(earner, 'EUR'), { payin_currency: 'EUR' });
  const cancelReward = await reward(earner);
  const paid = await free(earner, 'EUR');
  expect(paid).toBeGreaterThan(0n);
  await cancelReward();
  expect(await both(earner, 'EUR')).toEqual([0n, paid]);
  await drop(txid);
  expect(await both(earner, 'ETH')).toEqual([ether, 0n]);
  await expectSound(world);
});
