import { expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { followPayout } from '../chain-payouts/follow-payout.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { listHolds } from '../payout-holds/store.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { creditPayoutToBalance } from './blocked-payouts.ts';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, sign, useNumber, follow, restore, payoutOf, countPaid } = await openNumberedWorld();
const { context, sandbox } = world;
const operator = 'grace';
const release = (later: AppContext, own: string) => releasePayouts(later, { chain: 'ethereum', operator, own });
const lookAgain = async (later: AppContext) => {
  ageLooks();
  return agreeWithChain(later, 'ethereum');
};

/** An order whose payout is not signed yet. */
async function buyUnsigned() {
  const client = await world.signInClient();
  const address = await sandbox.outsideAddress('ethereum');
  const coins = { payout_currency: 'ETH', payout_group: 'ethereum', dst_address: address };
  const { order } = await world.buy(client.access, { payin_amount: '60', ...coins });
  const { orderId = '' } = (await findOrder(context.db, { niceId: order.nice_id })) ?? {};
  await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
  await syncCardPayment(context, orderId);
  return { orderId, address };
}

test('what waited when it was found is released once it is in a block, with the fee that it took there', async () => {
  const start = await copyDatabase(world);
  const { orderId } = await sign('ETH', true);
  const { later } = await restore(start);
  await expect(release(later, '1')).rejects.toThrow('In no block yet');
  await sandbox.mine('ethereum', 13);
  await release(later, '1');
  await follow(context, orderId);
  expect([await lookAgain(later), await compareWithOutside(later)]).toEqual([true, []]);
});

test('two sets of bytes of one number are booked once, as the one that is in a block', async () => {
  const start = await copyDatabase(world);
  const { orderId } = await sign('ETH', true);
  const { later } = await restore(start);
  await useNumber(orderId, 'dearer');
  await sandbox.mine('ethereum', 13);
  await follow(context, orderId);
  await lookAgain(later);
  await release(later, '1');
  expect([await lookAgain(later), await compareWithOutside(later)]).toEqual([true, []]);
});

test('dearer bytes of a payout that wait are the payout once they are in a block', async () => {
  const { orderId, address } = await sign('ETH', true);
  const start = await copyDatabase(world);
  await useNumber(orderId, 'dearer');
  await sign('ETH', true);
  const { later } = await restore(start);
  await expect(release(later, '1')).rejects.toThrow('In no block yet');
  await sandbox.mine('ethereum', 1);
  await lookAgain(later);
  await release(later, '1');
  await later.db
    .updateTable('accountAttempts')
    .set({ createdAt: new Date(0) })
    .execute();
  await follow(later, orderId);
  const { status } = await payoutOf(later, orderId);
  expect([status, await countPaid(address, 'ETH'), await compareWithOutside(later)]).toEqual(['settled', 1, []]);
});

test('a payout whose number was freed in a block that a reorganisation takes is not paid beside the balance', async () => {
  const { orderId, niceId, address, client } = await sign('ETH');
  const start = await copyDatabase(world);
  const { rawTransaction } = await payoutOf(context, orderId);
  await useNumber(orderId, 'cancel');
  await sandbox.mine('ethereum', 1);
  const { later } = await restore(start);
  const cancel = (await listHolds(later.db, 'ethereum')).find(({ subject }) => subject.startsWith('0x'))?.subject ?? '';
  await expect(release(later, '0')).rejects.toThrow(`${cancel} ends a pay-out of the books and has 1 of 12`);
  await expect(creditPayoutToBalance(later, { niceId, operator })).rejects.toThrow('may have paid');
  await sandbox.reorganise('ethereum', 1, [cancel]);
  await context.providers.evm.broadcast(rawTransaction ?? '');
  await sandbox.mine('ethereum', 13);
  await release(later, '0');
  await followPayout(later, orderId);
  const balance = await readBalance(later.db, paths.client(client.niceId), 'ETH');
  expect([await countPaid(address, 'ETH'), balance, await compareWithOutside(later)]).toEqual([1, 0n, []]);
});

test('what no node has any more is forgotten, and its number is used by the next payout', async () => {
  const { orderId, address } = await buyUnsigned();
  const start = await copyDatabase(world);
  const lost = await sign('ETH', true);
  const { later } = await restore(start);
  await sandbox.mine('ethereum', 1);
  await sandbox.reorganise('ethereum', 1, [(await payoutOf(context, lost.orderId)).txid ?? '']);
  await sandbox.mine('ethereum', 13);
  await release(later, '0');
  expect(await lookAgain(later)).toBe(true);
  await buildPayouts(later, [{ orderId }]);
  await follow(later, orderId);
  expect([await countPaid(address, 'ETH'), await countPaid(lost.address, 'ETH')]).toEqual([1, 0]);
  expect(await compareWithOutside(later)).toEqual([]);
});
