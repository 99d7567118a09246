import { expect, test } from 'vitest';
import { readCoinsOf } from '../../../providers/bitcoin/wallet.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { compareWallet } from '../../reconciliation/compare-wallet.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { buildPayouts } from '../build-payout.ts';
import { followPayout } from '../follow-payout.ts';
import { scanWallet } from '../scan-wallet.ts';
import { openSignedPayouts } from './fixtures/lose-signed-payout.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { bitcoin } = context.providers;
const { sending, sign, payoutOf, swap } = openSignedPayouts(world);

test('a coin that dearer bytes took is lent to no other payout until theirs is settled', async () => {
  // As much as one payout leaves little change of.
  await world.fundWallet('0.05');
  const { orderId: probe } = await sign(sending('takes').context);
  const { amount } = await payoutOf(probe);
  await sandbox.mine('bitcoin', 8);
  await followPayout(context, probe);
  await context.db.updateTable('walletOutputs').set({ isSpendable: false }).execute();
  const digits = String(amount + 141n * 2n + 1200n).padStart(9, '0');
  await world.fundWallet(`${digits.slice(0, -8)}.${digits.slice(-8)}`);
  const one = await sign();
  await world.fundWallet('0.02');
  for (let sent = 0; sent < 9; sent += 1)
    await broadcastPayout(sending('underpriced', 'rejected').context, one.orderId).catch(() => undefined);
  await broadcastPayout(context, one.orderId);
  const dearer = await payoutOf(one.orderId);
  const [base] = readCoinsOf(one.first).inputs;
  const extra = readCoinsOf(dearer.rawTransaction ?? '').inputs.find(({ txid }) => txid !== base?.txid);
  expect([dearer.status, extra]).not.toContain(undefined);

  await swap(dearer.txid, one.first);
  await followPayout(context, one.orderId);
  expect(await payoutOf(one.orderId)).toMatchObject({ rawTransaction: one.first });
  await scanWallet(context);
  const next = await sign(sending('rejected').context);
  expect((await payoutOf(next.orderId)).status).toBe('planned');
  expect(await compareWallet(context)).toEqual([]);

  // The dearer ones are back, and paid.
  await swap((await payoutOf(one.orderId)).txid, dearer.rawTransaction ?? '');
  await followPayout(context, one.orderId);
  expect((await payoutOf(one.orderId)).txid).toBe(dearer.txid);
  // Or the first ones are, and free the coin.
  await swap(dearer.txid, one.first);
  await followPayout(context, one.orderId);
  for (let look = 0; look < 2; look += 1) {
    await sandbox.mine('bitcoin', 7);
    await followPayout(context, one.orderId);
  }
  expect((await payoutOf(one.orderId)).status).toBe('settled');
  await buildPayouts(context, [next]);
  const { status, rawTransaction } = await payoutOf(next.orderId);
  expect([status, readCoinsOf(rawTransaction ?? '').inputs]).toEqual(['broadcast', [extra]]);
  expect(await compareWallet(context)).toEqual([]);
  expect(await bitcoin.getTransaction(dearer.txid ?? '')).toBe(undefined);
});
