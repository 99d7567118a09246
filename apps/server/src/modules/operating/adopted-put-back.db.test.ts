import { expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { followPayout } from '../chain-payouts/follow-payout.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, sign, restore, follow, payoutOf, countPaid } = await openNumberedWorld();
const { context, sandbox } = world;

async function raise(own: AppContext, orderId: string) {
  const createdAt = new Date(Date.now() - 3_600_000);
  await own.db.updateTable('accountAttempts').set({ createdAt }).execute();
  await followPayout(own, orderId);
  const attempts = own.db.selectFrom('accountAttempts').select(['txid', 'rawTransaction']);
  const [newest] = await attempts.orderBy('attemptNumber', 'desc').execute();
  return newest;
}

test('bytes that were adopted and put back to waiting are made dearer, by what was signed before too', async () => {
  const { orderId, address } = await sign('ETH', true);
  const start = await copyDatabase(world);
  await raise(context, orderId);
  const theirs = await raise(context, orderId);
  await sandbox.mine('ethereum', 1);
  const { later } = await restore(start);
  await releasePayouts(later, { chain: 'ethereum', operator: 'grace', own: '0' });
  await sandbox.reorganise('ethereum', 1);
  await raise(later, orderId);
  expect(await raise(later, orderId)).toEqual(theirs);
  const dearer = await raise(later, orderId);
  expect(dearer?.txid).not.toBe(theirs?.txid);
  await sandbox.mine('ethereum', 13);
  await follow(later, orderId);
  const { status, txid } = await payoutOf(later, orderId);
  expect([status, txid, await countPaid(address, 'ETH')]).toEqual(['settled', dearer?.txid, 1]);
  expect(await compareWithOutside(later)).toEqual([]);
});
