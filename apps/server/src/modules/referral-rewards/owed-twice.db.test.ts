import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { openSession } from '../auth/open-session.ts';
import { bookKeptMoney } from '../operating/kept-money.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { attachReferrer } from '../referrals/attach-referrer.ts';
import { openReferralCode } from '../referrals/referral-code.ts';
import { creditRewards } from './credit-rewards.ts';
import { payRewards } from './pay-rewards.ts';
import { referralAccount } from './referral-account.ts';
import { cancelRewards, lockRewards, releaseReward } from './reward-row.ts';

const world = await openOrderWorld();
const { context } = world;
const { db } = context;
const inTransaction = <Result>(work: (trx: typeof db) => Promise<Result>) => db.transaction().execute(work);

async function reward(client: SignedInClient) {
  const made = await world.buy(client.access, { payout_group: 'balance', dst_address: '', payin_amount: '5000' });
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', made.order.nice_id)
    .executeTakeFirstOrThrow();
  await inTransaction((trx) => creditRewards(context, trx, orderId));
  await inTransaction(async (trx) => {
    for (const one of await lockRewards(trx, orderId)) await releaseReward({ ...context, db: trx }, trx, one);
  });
  return orderId;
}

/** A client who has brought another; both are known persons. */
async function brought() {
  const [earner, client] = [await world.signInClient(), await world.signInClient()];
  await inTransaction((trx) => openSession(context, trx, earner.clientId, { deviceId: randomUUID() }));
  const code = await openReferralCode(context, earner.clientId);
  await attachReferrer(context, db, { clientId: client.clientId, code, deviceId: randomUUID() });
  for (const one of [earner, client])
    await db.insertInto('personMarks').values({ clientId: one.clientId, kind: 'person', mark: randomUUID() }).execute();
  return { earner, client };
}

test('what was held for a reward that was paid and is booked is not taken once more from the next', async () => {
  const { earner, client } = await brought();
  const first = await reward(client);
  await payRewards(context);
  const read = async () => [
    await readBalance(db, paths.referral(earner.niceId), 'EUR'),
    await readBalance(db, paths.client(earner.niceId), 'EUR'),
    await readBalance(db, paths.held(earner.niceId), 'EUR'),
  ];
  const [, amount = 0n] = await read();
  expect(amount).toBeGreaterThan(0n);
  await inTransaction((trx) => cancelRewards(context, trx, first));
  expect(await read()).toEqual([-amount, 0n, amount]);
  const decided = { client: earner.niceId, currency: 'EUR', why: 'held', operator: 'grace', reason: 'taken back' };
  await bookKeptMoney(context, decided);
  await reward(client);
  await payRewards(context);
  // Of two rewards one was taken back, and one is its earner's.
  expect(await read()).toEqual([0n, amount, 0n]);
});

test('a reward that its earner has given up is not taken back once more', async () => {
  const { earner, client } = await brought();
  const read = async () => [
    await readBalance(db, paths.serviceFee, 'EUR'),
    await readBalance(db, paths.referral(earner.niceId), 'EUR'),
  ];
  const orderId = await reward(client);
  const [fees = 0n, amount = 0n] = await read();
  await inTransaction(async (trx) => referralAccount.close?.({ ...context, db: trx }, trx, earner));
  expect(await read()).toEqual([fees + amount, 0n]);
  await inTransaction((trx) => cancelRewards(context, trx, orderId));
  expect(await read()).toEqual([fees + amount, 0n]);
});
