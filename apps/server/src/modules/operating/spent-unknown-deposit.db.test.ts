import { runSql } from '@causeway/testing/run-sql';
import { someOf } from '@causeway/testing/test-length';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { recoverAddresses, recoverFrom } from '../address-recovery/recover-addresses.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { scanWallet } from '../chain-payouts/scan-wallet.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { checkEpoch } from '../payout-holds/check-epoch.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { settleForgottenPayment } from './forgotten/settle-payment.ts';
import { releasePayouts } from './release-payouts.ts';

// The wallet has nothing of its own: it lives from deposits.
const world = await openOrderWorld();
const { context, sandbox } = world;
await beginWork(context);
const operator = 'grace';

async function live({ context: own, work }: { context: typeof context; work: typeof world.work }, turns = 5) {
  for (let turn = 0; turn < turns; turn += 1) {
    await sandbox.mine('bitcoin', 3);
    await work({ isEarly: true });
    await recoverAddresses(own);
    await scanWallet(own);
  }
}

async function deposit(client: SignedInClient, amount: string) {
  const outside = { payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };
  const sale = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: amount, ...outside };
  const { order } = await world.buy(client.access, sale);
  const address = z.string().parse((await world.read(order.nice_id, client.access))['crypto_address']);
  await sandbox.send('bitcoin', { address, amount });
  await live(world);
  await world.until(order.nice_id, 'finished');
}

async function buyCoins(client: SignedInClient) {
  const dst_address = await sandbox.outsideAddress('bitcoin');
  const coins = { payin_amount: '250', payout_currency: 'BTC', payout_group: 'bitcoin', dst_address };
  const { order } = await world.buy(client.access, coins);
  await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
  await live(world);
  await world.until(order.nice_id, 'finished');
  return world.paymentOf(order.nice_id);
}

/** The coins are the smallest that are enough each time. */
const copies = [
  ['the database', '0.05', 5_000_000n],
  ['files', '0.02', 2_000_000n],
] as const;

test.each(someOf(copies, 1))(
  'a forgotten pay-out of the coins of a deposit that is found after it costs them once: a copy of %s',
  async (of, amount, units) => {
    const client = await world.signInClient();
    await scanDeposits(context, bitcoinDeposits);
    const height = String(await context.providers.bitcoin.getHeight());
    const start = await copyDatabase(world);
    await deposit(client, amount);
    const payment = await buyCoins(client);
    expect(await compareWithOutside(context)).toEqual([]);
    const server = await start();
    const { context: later, ownerUrl } = server;
    const before = await readBalance(later.db, paths.treasury, 'BTC');
    const release = () => releasePayouts(later, { chain: 'bitcoin', operator, own: '1' });
    if (of === 'the database') {
      await beginWork(later);
      await release();
    } else {
      const { identity } = await checkEpoch({ ...context, db: later.db });
      await runSql(ownerUrl, 'delete from payout_holds');
      await later.db.updateTable('databaseEpoch').set({ identity }).execute();
      await live(server);
      await recoverFrom(later, { chain: 'bitcoin', height, operator });
    }
    await live(server);
    ageLooks();
    if (of === 'files') await release();
    await live(server, 1);
    expect(await readBalance(later.db, paths.client(client.niceId), 'BTC')).toBe(units);
    expect(await compareWithOutside(later)).toEqual([]);
    // It is known to have paid for what a restore forgot.
    const give = ['card_one', payment, client.niceId];
    await expect(settleForgottenPayment(later, operator, give)).rejects.toThrow('It may have been paid out for');
    // What is left of the coins pays out.
    const left = later.db.selectFrom('walletOutputs').select('origin').where('spentByPayoutId', 'is', null);
    expect((await left.execute()).map(({ origin }) => origin)).not.toContain('deposit');
    expect(before - (await readBalance(later.db, paths.treasury, 'BTC'))).toBeLessThan(500_000n);
  },
);
