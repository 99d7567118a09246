import { runSql } from '@causeway/testing/run-sql';
import { expect, test } from 'vitest';
import type { AppContext } from '../../../context.ts';
import { readBalance } from '../../../ledger/balances.ts';
import { paths } from '../../../ledger/paths.ts';
import { creditPayoutToBalance, listBlockedPayouts } from '../../operating/blocked-payouts.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../../reconciliation/reconcile.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { followPayout } from '../follow-payout.ts';
import { openSignedPayouts } from './fixtures/lose-signed-payout.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
await world.fundWallet('0.05', 'BTC', 8);
const { sending, lose, sign, payoutOf, follow, swap } = openSignedPayouts(world);

function at(minutes: number, rate: bigint): AppContext {
  const { bitcoin } = context.providers;
  const own = { ...bitcoin, estimateFeeRate: () => Promise.resolve(rate) };
  const clock = { ...context.clock, now: () => new Date(Date.now() + minutes * 60_000) };
  return { ...context, clock, providers: { ...context.providers, bitcoin: own } };
}

const countBumps = async (payoutId: string) =>
  (await db.selectFrom('feeBumps').select('bumpId').where('payoutId', '=', payoutId).execute()).length;

/** Looks at payouts in turn for ten days. */
async function wait(orderIds: readonly string[]): Promise<void> {
  for (let day = 1; day <= 10; day += 1) {
    await sandbox.mine('bitcoin', 2);
    for (const orderId of orderIds) await followPayout(at(day * 1440, 2n), orderId);
  }
}

/** Bytes that the network refuses were replaced by dearer ones, and it takes them after all. */
async function signTwice() {
  const made = await sign();
  await broadcastPayout(sending('underpriced').context, made.orderId);
  return { ...made, dearer: await payoutOf(made.orderId) };
}

test('earlier bytes that a block took are the pay-out, where the change of its dearer ones paid for those', async () => {
  const { orderId, niceId, first, dearer } = await signTwice();
  await followPayout(at(40, 80n), orderId);
  expect(await countBumps(dearer.payoutId)).toBe(1);
  await swap(dearer.txid, first);
  await follow(orderId, 1);
  expect((await payoutOf(orderId)).rawTransaction).toBe(dearer.rawTransaction);
  await wait([orderId]);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'settled', rawTransaction: first });
  expect((await world.read(niceId)).status).toBe('finished');
  expect(await compareWithOutside(context)).toEqual([]);
});

test('those that bring the coins of a lost pay-out back end it, where the change of its own bytes paid for those', async () => {
  const { orderId, niceId, first, report } = await lose();
  await broadcastPayout(sending('underpriced').context, orderId);
  const back = await payoutOf(orderId);
  await swap(back.txid, first);
  await follow(orderId, 1);
  await sandbox.reorganise('bitcoin', 1);
  await report('won');
  for (const minutes of [40, 80]) await followPayout(at(minutes, 80n), orderId);
  const own = await payoutOf(orderId);
  expect([own.rawTransaction, await countBumps(own.payoutId)]).toEqual([first, 1]);
  await swap(own.txid, back.rawTransaction ?? '');
  await wait([orderId]);
  expect((await payoutOf(orderId)).status).toBe('failed');
  expect(await listBlockedPayouts(context, orderId)).toMatchObject([{ niceId, status: 'failed' }]);
  expect(await readBalance(db, paths.order(niceId), 'BTC')).toBe(own.amount);
  expect(await compareWithOutside(context)).toEqual([]);
});

test('a pay-out that was made of the change of overtaken bytes comes to a person, who gives its money back', async () => {
  const { orderId, niceId, first, dearer } = await signTwice();
  const rest = `update wallet_outputs set is_spendable = false where txid <> '${dearer.txid}'`;
  await runSql(world.ownerUrl, rest);
  const other = await sign(context);
  await runSql(world.ownerUrl, `update wallet_outputs set is_spendable = true where origin = 'funding'`);
  await broadcastPayout(context, other.orderId).catch(() => undefined);
  await swap(dearer.txid, first);
  await wait([other.orderId, orderId]);
  expect([(await payoutOf(orderId)).status, (await world.read(niceId)).status]).toEqual(['settled', 'finished']);
  expect(await listBlockedPayouts(context, other.orderId)).toMatchObject([{ status: 'failed', reason: 'lost_coin' }]);
  await creditPayoutToBalance(context, { niceId: other.niceId, operator: 'grace' });
  expect((await world.read(other.niceId)).status).toBe('refunded');
  expect(await compareWithOutside(context)).toEqual([]);
});
