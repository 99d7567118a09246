import { temporaryFolder } from '@causeway/testing/temporary-folder';
import { runSql } from '@causeway/testing/run-sql';
import { someOf } from '@causeway/testing/test-length';
import { describe, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { allJobs } from '../../worker.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { ethereumDeposits } from '../chain-payins/ethereum-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase, type RestoredServer } from '../orders/fixtures/restore-copy.ts';
import { watchWallets } from '../chain-wallets/agree-with-chain.ts';
import { checkEpoch, watchEpoch } from '../payout-holds/check-epoch.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { scanWallet } from '../chain-payouts/scan-wallet.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { listHolds } from '../payout-holds/store.ts';
import { releasePayouts } from './release-payouts.ts';
import { settleByHand } from './blocked-payouts.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
await world.fundWallet('100', 'ETH');
await world.fundWallet('50000', 'USDT');
const access = await world.signIn();
/** As a worker does when it starts; the host's mark is in a folder of the test's own. */
async function beginWork(own: AppContext, dataDirectory: string): Promise<void> {
  await watchEpoch({ ...own, config: { ...own.config, DATA_DIR: dataDirectory } });
  await watchWallets(own);
}
await beginWork(context, await temporaryFolder());

/** All jobs except those that send coins, so that a payout stays planned. */
const beforePayouts = allJobs.filter(({ definition }) => !/payout/.test(definition.name));
const work = () => drainJobs(context, world.boss, beforePayouts, { isEarly: true });

const chainOf = (asset: string) => (asset === 'BTC' ? 'bitcoin' : 'ethereum');

async function buy(asset: string): Promise<{ niceId: string; address: string }> {
  const address = await sandbox.outsideAddress(chainOf(asset));
  const changes = { payout_currency: asset, payout_group: chainOf(asset), dst_address: address };
  const { order } = await world.buy(access, changes);
  return { niceId: order.nice_id, address };
}

const pay = async (niceId: string) => sandbox.settlePayment(await world.paymentOf(niceId), 'approved', 0);

async function finish(asset: string, niceId: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await world.work({ isEarly: true });
        await sandbox.mine(chainOf(asset), 3);
        return (await world.read(niceId)).status;
      },
      { timeout: 90_000 },
    )
    .toBe('finished');
}

/** Some activity of a worker. */
async function live(server: { context: AppContext; work: RestoredServer['work'] }, asset: string): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await scanWallet(server.context);
    await scanDeposits(server.context, asset === 'BTC' ? bitcoinDeposits : ethereumDeposits);
    await server.work({ isEarly: true });
    await sandbox.mine(chainOf(asset), 3);
  }
}

const receivedBy = async (asset: string, address: string) =>
  (await sandbox.balance(chainOf(asset), address, asset === 'BTC' ? undefined : asset)).transactions.length;

const openAlarms = async ({ context: { db } }: RestoredServer) =>
  (await db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute()).map(({ kind }) => kind);

/** A copy of files has the same cluster, timeline and database, so that only the chain can detect it. */
async function forgetRestore({ context: { db }, ownerUrl }: RestoredServer): Promise<void> {
  const { identity } = await checkEpoch({ ...context, db });
  await runSql(ownerUrl, `delete from payout_holds; delete from alarms where kind = 'payouts_held'`);
  await db.updateTable('databaseEpoch').set({ identity }).execute();
}

const copies = [
  ['BTC', 'planned', 'in another database'],
  ['BTC', 'planned', 'as a copy of files'],
  ['ETH', 'not paid', 'in another database'],
  ['USDT', 'planned', 'as a copy of files'],
] as const;

describe('the outside is the truth, after a restore too', () => {
  test.each(someOf(copies, 2))(
    '%s of a forgotten pay-out is not sent again: copied when %s, put back %s',
    async (asset, when, how) => {
      const { niceId, address } = await buy(asset);
      const plan = async () => {
        await pay(niceId);
        await expect
          .poll(
            async () => {
              await work();
              return (await world.read(niceId)).status;
            },
            { timeout: 90_000 },
          )
          .toBe('processing');
      };
      if (when === 'planned') await plan();
      const start = await copyDatabase(world);
      if (when !== 'planned') await plan();
      await finish(asset, niceId);
      expect(await receivedBy(asset, address)).toBe(1);
      const restored = await start();
      if (how === 'as a copy of files') {
        await forgetRestore(restored);
        // Signing looks by itself: the job that looks comes each minute.
        const planned = await restored.context.db
          .selectFrom('payouts')
          .select('orderId')
          .where('status', '=', 'planned')
          .execute();
        expect(planned).toHaveLength(1);
        await buildPayouts(restored.context, planned);
        expect(await receivedBy(asset, address)).toBe(1);
      }
      await live(restored, asset);
      expect(await receivedBy(asset, address)).toBe(1);
      expect(await openAlarms(restored)).toContain('payouts_held');
      await decide(restored, asset, { niceId, address });
      expect(await receivedBy(asset, address)).toBe(1);
    },
  );

  /** As the operating page says: a paid order is settled by hand, and then the chain continues. */
  async function decide(
    restored: RestoredServer,
    asset: string,
    { niceId, address }: { niceId: string; address: string },
  ): Promise<void> {
    const { context: later } = restored;
    const chain = chainOf(asset);
    const operator = 'grace';
    await expect(releasePayouts(later, { chain, operator, own: '0' })).rejects.toThrow(`by-hand ${niceId}`);
    const holds = await listHolds(later.db, chain);
    const spend = holds.find(({ details }) => details.payments.some((one) => one.address === address));
    await settleByHand(later, { niceId, operator, proof: spend?.subject ?? '' });
    await releasePayouts(later, { chain, operator, own: '0' });
    await live(restored, asset);
    expect(await openAlarms(restored)).not.toContain('payouts_held');
    expect(await compareWithOutside(later)).toEqual([]);
    const { status } = await later.db
      .selectFrom('orders')
      .select('status')
      .where('niceId', '=', niceId)
      .executeTakeFirstOrThrow();
    expect(status).toBe('finished');
  }
});
