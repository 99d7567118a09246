import { readFile } from 'node:fs/promises';
import { runSql } from '@causeway/testing/run-sql';
import { expect, test } from 'vitest';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWallet } from '../reconciliation/compare-wallet.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

const mine = async (count: number) => {
  await sandbox.mine('bitcoin', count);
  await scanDeposits(context, bitcoinDeposits);
  // What is deep enough is settled at the look after it was credited.
  await scanDeposits(context, bitcoinDeposits);
};

/** A stranger sells coins that are one block deep. @returns the transaction that brought them */
async function sold(): Promise<string> {
  const stranger = await world.signInClient();
  const sale = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.02', payout_currency: 'EUR' };
  const { order } = await world.buy(stranger.access, { ...sale, payout_group: 'balance', dst_address: '' });
  const address = String((await world.read(order.nice_id, stranger.access))['crypto_address']);
  const txid = await sandbox.send('bitcoin', { address, amount: '0.02' });
  await mine(1);
  await world.until(order.nice_id, 'finished');
  return txid;
}

async function bought(): Promise<string> {
  const buyer = await world.signInClient();
  const { order } = await world.buy(buyer.access);
  const payment = await world.paymentOf(order.nice_id);
  await sandbox.settlePayment(payment, 'approved', 0);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  await world.work();
  return order.nice_id;
}

const payouts = () => db.selectFrom('payouts').select('status').execute();
const alarms = async () =>
  (await db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute()).map(({ kind }) => kind);

test('a pay-out waits until the coins of a deposit are settled, and is made of them then', async () => {
  await sold();
  const niceId = await bought();
  expect([await payouts(), await alarms()]).toEqual([[{ status: 'planned' }], ['wallet_short']]);
  await mine(5);
  await world.work({ isEarly: true });
  expect([await payouts(), await alarms()]).toEqual([[{ status: 'broadcast' }], []]);
  await mine(2);
  await world.work({ isEarly: true });
  expect((await world.read(niceId)).status).toBe('finished');
  await expectSound(world);
});

test('coins of a deposit that are lost are in no pay-out', async () => {
  await world.fundWallet('1');
  const deposit = await sold();
  const niceId = await bought();
  await sandbox.reorganise('bitcoin', 1, [deposit]);
  await mine(3);
  await world.work({ isEarly: true });
  expect((await world.read(niceId)).status).toBe('finished');
  expect(await alarms()).toEqual(['deposit_lost']);
  expect(await compareWallet(context)).toEqual([]);
});

test('coins that the version before had made spendable wait for their deposit too', async () => {
  const txid = await sold();
  await db.updateTable('walletOutputs').set({ isSpendable: true }).where('txid', '=', txid).execute();
  const migration = new URL('../../../migrations/0112-coins-of-settled-deposits.sql', import.meta.url);
  await runSql(world.ownerUrl, await readFile(migration, 'utf8'));
  const output = db
    .selectFrom('walletOutputs')
    .select('isSpendable')
    .where('txid', '=', txid)
    .where('origin', '=', 'deposit');
  expect(await output.execute()).toEqual([{ isSpendable: false }]);
});
