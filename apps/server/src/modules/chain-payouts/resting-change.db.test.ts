import { runSql } from '@causeway/testing/run-sql';
import { expect, test } from 'vitest';
import { virtualBytes } from '../../providers/bitcoin/wallet.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWallet } from '../reconciliation/compare-wallet.ts';
import { buildPayouts } from './build-payout.ts';
import { followPayout } from './follow-payout.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const access = await world.signIn();

async function buyAndPay(): Promise<{ niceId: string; orderId: string }> {
  const { order } = await world.buy(access, { payin_amount: '60' });
  await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', order.nice_id)
    .executeTakeFirstOrThrow();
  await syncCardPayment(context, orderId);
  return { niceId: order.nice_id, orderId };
}

const statusOf = async (orderId: string) =>
  (await db.selectFrom('payouts').select('status').where('orderId', '=', orderId).executeTakeFirstOrThrow()).status;

test('change rests before a node would refuse what is behind it, without an alarm, and is spent after a block', async () => {
  await world.fundWallet('1');
  // As the change of eighteen payouts that wait.
  await runSql(world.ownerUrl, 'update wallet_outputs set ancestors = 18');
  const [first, second, third] = [await buyAndPay(), await buyAndPay(), await buyAndPay()];
  for (const { orderId } of [first, second, third]) await buildPayouts(context, [{ orderId }]);
  expect(await Promise.all([first, second, third].map(({ orderId }) => statusOf(orderId)))).toEqual([
    'broadcast',
    'broadcast',
    'planned',
  ]);
  expect(await db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute()).toEqual([]);
  await sandbox.mine('bitcoin', 1);
  for (const { orderId } of [first, second]) await followPayout(context, orderId);
  await buildPayouts(context, [third]);
  expect(await statusOf(third.orderId)).toBe('broadcast');
  await expectSound(world);
});

test('a transaction that no block takes holds no other payout back: coins in a block go first', async () => {
  await runSql(world.ownerUrl, 'update wallet_outputs set is_spendable = false');
  await world.fundWallet('0.2');
  await world.fundWallet('1');
  const [stuck, next] = [await buyAndPay(), await buyAndPay()];
  for (const one of [stuck, next]) await buildPayouts(context, [one]);
  const spent = await db
    .selectFrom('walletOutputs')
    .innerJoin('payouts', 'payouts.payoutId', 'walletOutputs.spentByPayoutId')
    .select(['origin', 'walletOutputs.amount'])
    .where('orderId', 'in', [stuck.orderId, next.orderId])
    .orderBy('walletOutputs.amount')
    .execute();
  // The smallest that is enough would be the change of the first.
  expect(spent).toEqual([
    { origin: 'funding', amount: 20_000_000n },
    { origin: 'funding', amount: 100_000_000n },
  ]);
});

test('one that waits at too low a fee is paid for by the next one that spends its change', async () => {
  await runSql(world.ownerUrl, 'update wallet_outputs set is_spendable = false');
  await world.fundWallet('0.2');
  const { bitcoin } = context.providers;
  const usual = bitcoin.estimateFeeRate;
  const payoutOf = async ({ orderId }: { orderId: string }) => {
    const row = await db.selectFrom('payouts').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow();
    if (row.rawTransaction === null || row.fee === null) throw new Error('It is not signed.');
    return { bytes: virtualBytes(row.rawTransaction), fee: row.fee, amount: row.amount };
  };
  const [cheap, second, third] = [await buyAndPay(), await buyAndPay(), await buyAndPay()];
  try {
    for (const [one, rate] of [
      [cheap, 2n],
      [second, 10n],
      [third, 10n],
    ] as const) {
      bitcoin.estimateFeeRate = () => Promise.resolve(rate);
      await buildPayouts(context, [one]);
    }
  } finally {
    bitcoin.estimateFeeRate = usual;
  }
  const [first, lifting, last] = [await payoutOf(cheap), await payoutOf(second), await payoutOf(third)];
  // The two together pay what miners take now, and the third need not pay for them again.
  expect(first.fee + lifting.fee).toBeGreaterThanOrEqual((first.bytes + lifting.bytes) * 10n);
  expect(first.fee + lifting.fee).toBeLessThan((first.bytes + lifting.bytes) * 11n);
  expect(last.fee).toBeLessThan(last.bytes * 11n);
  expect(await statusOf(third.orderId)).toBe('broadcast');
  await sandbox.mine('bitcoin', 1);
  for (const { orderId } of [cheap, second, third]) await followPayout(context, orderId);
  await expectSound(world);
  expect(await compareWallet(context)).toEqual([]);
});

test('what it pays for others is no more than its own fee may be without a person', async () => {
  await runSql(world.ownerUrl, 'update wallet_outputs set is_spendable = false');
  await world.fundWallet('0.2');
  const { bitcoin } = context.providers;
  const usual = bitcoin.estimateFeeRate;
  const [cheap, dear] = [await buyAndPay(), await buyAndPay()];
  try {
    for (const [one, rate] of [
      [cheap, 1n],
      [dear, 100n],
    ] as const) {
      bitcoin.estimateFeeRate = () => Promise.resolve(rate);
      await buildPayouts(context, [one]);
    }
  } finally {
    bitcoin.estimateFeeRate = usual;
  }
  const { status, fee, amount } = await db
    .selectFrom('payouts')
    .selectAll()
    .where('orderId', '=', dear.orderId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('broadcast');
  expect(fee).toBe((amount * BigInt(context.config.NETWORK_FEE_MOST_PERCENT)) / 100n);
});
