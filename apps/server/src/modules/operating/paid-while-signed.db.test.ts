import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { broadcastPayout } from '../chain-payouts/broadcast-payout.ts';
import { openSignedPayouts } from '../chain-payouts/utxo/fixtures/lose-signed-payout.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { listHolds } from '../payout-holds/store.ts';
import { compareWallet } from '../reconciliation/compare-wallet.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { creditPayoutToBalance, listBlockedPayouts, settleByHand, stopPayout } from './blocked-payouts.ts';
import { bookForgotten } from './forgotten/book-forgotten.ts';
import { releasePayouts } from './release-payouts.ts';

const world = await openOrderWorld();
const { context } = world;
await world.fundWallet('5');
await beginWork(context);
const { sending, sign, payoutOf, follow } = openSignedPayouts(world);
const operator = 'grace';

/** A payout that the copy has signed, and that dearer bytes have paid after it. */
async function forgetDearer() {
  const { orderId, niceId } = await sign();
  const start = await copyDatabase(world);
  await broadcastPayout(sending('underpriced').context, orderId);
  await follow(orderId, 7);
  expect((await world.read(niceId)).status).toBe('finished');
  const { context: later } = await start();
  await beginWork(later);
  ageLooks();
  await agreeWithChain(later, 'bitcoin');
  await expect(broadcastPayout(later, orderId)).rejects.toThrow('conflict');
  const hold = (await listHolds(later.db, 'bitcoin')).find(({ reason }) => reason === 'unknown_spend');
  const { niceId: owner } = await later.db
    .selectFrom('clients')
    .innerJoin('orders', 'orders.clientId', 'clients.clientId')
    .select('clients.niceId')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  const release = (own: string) => releasePayouts(later, { chain: 'bitcoin', operator, own });
  return { later, orderId, niceId, owner, txid: hold?.subject ?? '', release };
}

test('coins that went to the address of a signed order are neither the house’s nor given to its client', async () => {
  const { later, orderId, niceId, owner, txid, release } = await forgetDearer();
  for (const own of ['0', '1'])
    await expect(release(own)).rejects.toThrow(`went to the address of ${niceId}: by-hand ${niceId} ${txid}`);
  await expect(creditPayoutToBalance(later, { niceId, operator })).rejects.toThrow('may have paid');
  await expect(stopPayout(later, { niceId, operator })).rejects.toThrow('may have paid');
  await expect(bookForgotten(later, operator, ['bitcoin', txid, owner, '0.001', 'BTC'])).rejects.toThrow('by-hand');
  expect((await payoutOf(orderId, later)).status).toBe('signed');
  expect(await readBalance(later.db, paths.client(owner), 'BTC')).toBe(0n);
});

test('its order is settled by hand with them, and the chain is released with nothing of the house’s', async () => {
  const { later, orderId, niceId, txid, release } = await forgetDearer();
  expect((await listBlockedPayouts(later)).map(({ reason }) => reason)).toEqual(['overtaken']);
  await settleByHand(later, { niceId, operator, proof: txid });
  expect((await payoutOf(orderId, later)).status).toBe('failed');
  await release('0');
  const open = later.db.selectFrom('alarms').select('kind').where('subject', '=', orderId);
  expect(await open.where('clearedAt', 'is', null).execute()).toEqual([]);
  expect([await compareWallet(later), await compareWithOutside(later)]).toEqual([[], []]);
});

test('they are not the house’s either where the payout has failed and its order still waits for a person', async () => {
  const { later, orderId, niceId, release } = await forgetDearer();
  await later.db.updateTable('payouts').set({ status: 'failed' }).where('orderId', '=', orderId).execute();
  await expect(release('1')).rejects.toThrow(`went to the address of ${niceId}`);
});
