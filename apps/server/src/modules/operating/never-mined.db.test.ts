import { expect, test } from 'vitest';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { releasePayouts } from './release-payouts.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('1');
await world.fundWallet('2');
await beginWork(context);

test('pay-outs of bitcoin that a restore forgot and that no block takes are replaced, and hold no others for good', async () => {
  const client = await world.signInClient();
  const dst_address = await sandbox.outsideAddress('bitcoin');
  const coins = { payout_currency: 'BTC', payout_group: 'bitcoin', dst_address };
  const start = await copyDatabase(world);
  const txids: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { order } = await world.buy(client.access, coins);
    const { orderId = '' } = (await findOrder(context.db, { niceId: order.nice_id })) ?? {};
    await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
    await syncCardPayment(context, orderId);
    ageLooks();
    await buildPayouts(context, [{ orderId }]);
    const row = context.db.selectFrom('payouts').select('txid').where('orderId', '=', orderId);
    txids.push((await row.executeTakeFirstOrThrow()).txid ?? '');
  }
  const { context: later } = await start();
  await beginWork(later);
  ageLooks();
  expect(await agreeWithChain(later, 'bitcoin')).toBe(false);
  // One waits at too low a fee, and no node has the other one any more.
  await sandbox.dropTransaction('bitcoin', txids[1] ?? '');
  const release = (own: string, ...although: string[]) =>
    releasePayouts(later, { chain: 'bitcoin', operator: 'grace', own, although });
  await expect(release('0')).rejects.toThrow('--although <transaction>');
  expect(await release('0', ...txids)).toContain('brings its coins back');
  await sandbox.mine('bitcoin', 1);
  ageLooks();
  // What brings the coins back is the house's, and nothing was paid.
  await release('2');
  ageLooks();
  expect(await agreeWithChain(later, 'bitcoin')).toBe(true);
  expect((await sandbox.balance('bitcoin', dst_address)).transactions).toEqual([]);
  expect(await compareWithOutside(later)).toEqual([]);
}, 120_000);
