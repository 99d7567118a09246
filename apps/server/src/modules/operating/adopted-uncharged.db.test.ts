import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { followPayout } from '../chain-payouts/follow-payout.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { settleByHand } from './blocked-payouts.ts';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { bookForgotten } from './forgotten/book-forgotten.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, buy, sign, useNumber, follow, restore, payoutOf, countPaid } = await openNumberedWorld();
const { context, sandbox } = world;
const operator = 'grace';

test('bytes that are a payout of the books as soon as the chain is released are booked against no client', async () => {
  const { orderId, client } = await sign('ETH', true);
  for (const blocks of [4, 3]) {
    await sandbox.mine('ethereum', blocks);
    await followPayout(context, orderId);
  }
  const { status, txid: before } = await payoutOf(context, orderId);
  expect(status).toBe('confirmed');
  await world.giveBalance(client, 50_000_000_000_000_000n, 'ETH');
  const start = await copyDatabase(world);
  await sandbox.reorganise('ethereum', 9, [before ?? '']);
  for (let look = 0; look < 2; look += 1) {
    await context.db
      .updateTable('accountAttempts')
      .set({ createdAt: new Date(0) })
      .execute();
    await followPayout(context, orderId).catch(() => undefined);
  }
  await sandbox.mine('ethereum', 13);
  await follow(context, orderId);
  const { txid } = await payoutOf(context, orderId);
  expect(txid).not.toBe(before);
  const { later } = await restore(start);
  const book = bookForgotten(later, operator, ['ethereum', txid ?? '', client.niceId, '0.05', 'ETH']);
  await expect(book).rejects.toThrow(`${txid} is a pay-out of the books: release-chain follows it.`);
  await releasePayouts(later, { chain: 'ethereum', operator, own: '0' });
  await follow(later, orderId);
  expect(await readBalance(later.db, paths.client(client.niceId), 'ETH')).toBe(50_000_000_000_000_000n);
  expect([(await payoutOf(later, orderId)).status, await compareWithOutside(later)]).toEqual(['settled', []]);
});

test('bytes of a payout settle by hand no other order of its address, which is paid then', async () => {
  const { orderId, address } = await sign('ETH', true);
  const other = await buy('ETH', { dst_address: address });
  await other.pay();
  const start = await copyDatabase(world);
  await useNumber(orderId, 'dearer');
  await follow(context, orderId);
  const { txid } = await payoutOf(context, orderId);
  const { later } = await restore(start);
  const byHand = settleByHand(later, { niceId: other.niceId, operator, proof: txid ?? '' });
  await expect(byHand).rejects.toThrow(`${txid} is the pay-out of another order of that address`);
  await releasePayouts(later, { chain: 'ethereum', operator, own: '0' });
  await follow(later, orderId);
  ageLooks();
  await buildPayouts(later, [other]);
  await sandbox.mine('ethereum', 13);
  expect([await countPaid(address, 'ETH'), await compareWithOutside(later)]).toEqual([2, []]);
});
