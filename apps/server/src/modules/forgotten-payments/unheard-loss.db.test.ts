import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { watchWallets } from '../chain-wallets/agree-with-chain.ts';
import { settleForgottenPayment } from '../operating/forgotten/settle-payment.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { watchEpoch } from '../payout-holds/check-epoch.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
const look = async (own: AppContext) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'causeway-'));
  await watchEpoch({ ...own, config: { ...own.config, DATA_DIR } });
  await watchWallets(own);
};
await look(context);

test('a forgotten payment that is taken back is seen also where the webhook was lost', async () => {
  const client = await world.signInClient();
  const start = await copyDatabase(world);
  const { order } = await world.buy(client.access);
  const id = await world.paymentOf(order.nice_id);
  await sandbox.settlePayment(id, 'approved', 0);
  const { context: later } = await start();
  await look(later);
  await settleForgottenPayment(later, 'grace', ['card_one', id, client.niceId]);
  const free = () => readBalance(later.db, paths.client(client.niceId), 'EUR');
  expect(await free()).toBe(25_000n);
  await sandbox.settlePayment(id, 'chargeback', 0);
  expect(await reconcile(later, { pauseMs: 0 })).toEqual([]);
  expect(await free()).toBe(0n);
}, 90_000);
