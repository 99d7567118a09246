import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
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

/** A payment that a restore forgot, and that a person gave to its client. */
async function given() {
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
  return { id, later, free, clientId: client.clientId };
}

test('what is taken back of a forgotten payment leaves its client at once, and comes back when it is won', async () => {
  const { id, later, free, clientId } = await given();
  const alarms = () =>
    later.db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).where('subject', '=', id).execute();
  const report = async (result: 'refunded' | 'chargeback' | 'won', amount?: string) => {
    await sandbox.settlePayment(id, result, 0, amount);
    await confirmCardPayment(later, { acquirer: 'card_one', acquirerPaymentId: id });
    return { left: await free(), alarms: (await alarms()).map(({ kind }) => kind) };
  };
  expect(await report('refunded', '50.00')).toEqual({ left: 20_000n, alarms: ['chargeback'] });
  expect(await report('chargeback')).toEqual({ left: 0n, alarms: ['chargeback'] });
  expect(await report('won')).toEqual({ left: 20_000n, alarms: ['chargeback'] });
  // Its client hears of each.
  const news = later.db.selectFrom('notifications').select(['template', 'parameters']).where('clientId', '=', clientId);
  const path = '/balance/operations';
  expect(await news.where('template', 'like', 'money-%').orderBy('createdAt').execute()).toEqual([
    { template: 'money-taken', parameters: { path, amount: '50 EUR' } },
    { template: 'money-taken', parameters: { path, amount: '200 EUR' } },
    { template: 'money-freed', parameters: { path, amount: '200 EUR' } },
  ]);
});

test('what is taken back of it is seen also where the webhook was lost', async () => {
  const { id, later, free } = await given();
  await sandbox.settlePayment(id, 'chargeback', 0);
  expect(await reconcile(later, { pauseMs: 0 })).toEqual([]);
  expect(await free()).toBe(0n);
});
