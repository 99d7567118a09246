import { afterEach, expect, test } from 'vitest';
import { paths } from '../../ledger/paths.ts';
import { readBalance } from '../../ledger/balances.ts';
import { scanWallet } from '../chain-payouts/scan-wallet.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { compareWallet } from '../reconciliation/compare-wallet.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

// What a block pays its miner can be spent after a hundred blocks: a node refuses a pay-out that is made of it before.
const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const { bitcoin } = context.providers;
const readSpend = bitcoin.readSpend.bind(bitcoin);
const rewards = new Set<string>();
bitcoin.readSpend = async (txid) => {
  const found = await readSpend(txid);
  return found && rewards.has(txid) ? { ...found, inputs: [{ txid: '', outputIndex: 0, publicKey: '' }] } : found;
};
afterEach(async () => {
  await expectSound(world);
  expect(await compareWallet(context)).toEqual([]);
});

const mine = async (count: number) => {
  await sandbox.mine('bitcoin', count);
  for (let look = 0; look < 2; look += 1) await scanDeposits(context, bitcoinDeposits);
  await scanWallet(context);
};
const isSpendable = async (txid: string) =>
  (await db.selectFrom('walletOutputs').select('isSpendable').where('txid', '=', txid).execute()).map(
    (output) => output.isSpendable,
  );

test('a deposit that a block pays as its reward is booked like any, and in no pay-out before it can be spent', async () => {
  const client = await world.signInClient();
  const sale = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.02', payout_currency: 'EUR' };
  const { order } = await world.buy(client.access, { ...sale, payout_group: 'balance', dst_address: '' });
  const address = String((await world.read(order.nice_id, client.access))['crypto_address']);
  const txid = await sandbox.send('bitcoin', { address, amount: '0.02' });
  rewards.add(txid);
  await mine(6);
  await world.until(order.nice_id, 'finished');
  expect(await isSpendable(txid)).toEqual([false]);
  await mine(93);
  expect(await isSpendable(txid)).toEqual([false]);
  await mine(1);
  expect(await isSpendable(txid)).toEqual([true]);
});

test('funding that a block pays as its reward is the house’s, and in no pay-out before it can be spent', async () => {
  const before = await readBalance(db, paths.treasury, 'BTC');
  const txid = await sandbox.send('bitcoin', { address: world.walletAddress, amount: '0.5' });
  rewards.add(txid);
  await mine(6);
  expect((await readBalance(db, paths.treasury, 'BTC')) - before).toBe(50_000_000n);
  expect(await isSpendable(txid)).toEqual([false]);
  await mine(93);
  expect(await isSpendable(txid)).toEqual([false]);
  await mine(1);
  expect(await isSpendable(txid)).toEqual([true]);
  const gone = db.selectFrom('alarms').select('kind').where('kind', '=', 'wallet_output_gone');
  expect(await gone.execute()).toEqual([]);
});
