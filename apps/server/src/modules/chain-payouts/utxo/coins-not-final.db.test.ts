import { expect, test } from 'vitest';
import { creditPayoutToBalance } from '../../operating/blocked-payouts.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { compareWallet } from '../../reconciliation/compare-wallet.ts';
import { compareWithOutside } from '../../reconciliation/reconcile.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { buildPayouts } from '../build-payout.ts';
import { openSignedPayouts } from './fixtures/lose-signed-payout.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('0.2');
const { sending, sign, lose, payoutOf, readSpendable, readFees, follow, swap } = openSignedPayouts(world);

/** Bytes that bring a lost payout's coins back are in the block where its first bytes were before. */
async function backInBlock() {
  const made = await lose();
  const fees = await readFees();
  await broadcastPayout(sending().context, made.orderId);
  const back = await payoutOf(made.orderId);
  expect(back.status).toBe('freeing');
  await swap(back.txid, made.first);
  await follow(made.orderId, 1);
  const paid = await payoutOf(made.orderId);
  expect(paid).toMatchObject({ status: 'broadcast', rawTransaction: made.first });
  await sandbox.reorganise('bitcoin', 1, [paid.txid ?? '']);
  await context.providers.bitcoin.broadcast(back.rawTransaction ?? '');
  await follow(made.orderId, 1);
  expect(await payoutOf(made.orderId)).toMatchObject({ txid: back.txid });
  return { ...made, fees };
}

test('coins that come back in the place of a payout cost one fee, and its client has the money', async () => {
  const { orderId, niceId, fees } = await backInBlock();
  for (let look = 0; look < 3; look += 1) await follow(orderId, 6);
  const { status, fee } = await payoutOf(orderId);
  expect([status, (await readFees()) - fees]).toEqual(['failed', fee]);
  expect(await compareWallet(context)).toEqual([]);
  await creditPayoutToBalance(context, { niceId, operator: 'ada' });
  expect(await compareWithOutside(context)).toEqual([]);
});

test('coins that come back are spent by no other payout before that is final', async () => {
  const { orderId } = await backInBlock();
  expect(await readSpendable()).toBe(0n);
  const other = await sign(sending().context);
  expect((await payoutOf(other.orderId)).status).toBe('planned');
  await follow(orderId, 7);
  expect((await payoutOf(orderId)).status).toBe('failed');
  await buildPayouts(sending().context, [other]);
  expect((await payoutOf(other.orderId)).status).toBe('broadcast');
  expect(await compareWallet(context)).toEqual([]);
});
