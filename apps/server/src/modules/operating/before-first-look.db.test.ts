import { runSql } from '@causeway/testing/run-sql';
import { expect, test } from 'vitest';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { ethereumDeposits } from '../chain-payins/ethereum-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { listHolds } from '../payout-holds/store.ts';
import { settleByHand } from './blocked-payouts.ts';
import { releasePayouts } from './release-payouts.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { recoverAddresses } from '../address-recovery/recover-addresses.ts';
import { beginLooking } from '../../worker.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;

async function live(own: Pick<typeof world, 'context' | 'work'>, turns = 2): Promise<void> {
  await beginWork(own.context);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const chain of [bitcoinDeposits, ethereumDeposits]) await scanDeposits(own.context, chain);
    await own.work({ isEarly: true });
    await recoverAddresses(own.context);
    await sandbox.mine('ethereum', 13);
    await sandbox.mine('bitcoin', 7);
  }
}

// Web processes took orders, and no worker had run when the copy was made.
test('a copy from before the first worker is put back: what was paid and what came since is known', async () => {
  await world.fundWallet('5', 'ETH');
  await world.fundWallet('0.1');
  await runSql(world.ownerUrl, 'delete from deposit_scans');
  await runSql(world.ownerUrl, 'delete from own_spend_scans');
  await beginLooking(context);
  const client = await world.signInClient();
  const [ether, coins] = [await sandbox.outsideAddress('ethereum'), await sandbox.outsideAddress('bitcoin')];
  const orders = [
    (await world.buy(client.access, { payout_currency: 'ETH', payout_group: 'ethereum', dst_address: ether })).order,
    (await world.buy(client.access, { dst_address: coins })).order,
  ];
  for (const { nice_id: niceId } of orders) {
    await sandbox.settlePayment(await world.paymentOf(niceId), 'approved', 0);
    await syncCardPayment(context, (await findOrder(context.db, { niceId }))?.orderId ?? '');
  }
  const sold = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.01', payout_currency: 'EUR' };
  const toBalance = { ...sold, payout_group: 'balance', dst_address: '' };
  const { order: known } = await world.buy(client.access, toBalance);
  const start = await copyDatabase(world);
  const { order: forgotten } = await world.buy(client.access, toBalance);
  for (const { nice_id: niceId } of [known, forgotten]) {
    const address = String((await world.read(niceId, client.access))['crypto_address']);
    await sandbox.send('bitcoin', { address, amount: '0.01' });
  }
  await live(world);
  const paid = async () => [
    (await sandbox.balance('ethereum', ether, 'ETH')).transactions.length,
    (await sandbox.balance('bitcoin', coins)).transactions.length,
  ];
  expect(await paid()).toEqual([1, 1]);
  const { context: later, work } = await start();
  await beginWork(later);
  ageLooks();
  for (const chain of ['bitcoin', 'ethereum']) {
    expect((await listHolds(later.db, chain)).map(({ reason }) => reason)).toContain('unknown_spend');
  }
  for (const [at, chain] of ['ethereum', 'bitcoin'].entries()) {
    const order = { niceId: orders[at]?.nice_id ?? '', operator: 'grace' };
    for (const { subject } of await listHolds(later.db, chain))
      await settleByHand(later, { ...order, proof: subject }).catch(() => undefined);
    await releasePayouts(later, { chain, operator: 'grace', own: '0' });
  }
  await live({ context: later, work }, 4);
  const { status } = await later.db
    .selectFrom('orders')
    .select('status')
    .where('niceId', '=', known.nice_id)
    .executeTakeFirstOrThrow();
  const has = await readBalance(later.db, paths.client(client.niceId), 'BTC');
  expect([await paid(), status, has]).toEqual([[1, 1], 'finished', 1_000_000n]);
}, 300_000);
