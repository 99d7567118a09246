import { expect, test } from 'vitest';
import { z } from 'zod';
import { recoverAddresses } from '../address-recovery/recover-addresses.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { requireRead } from '../operating/release-payouts.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('1');
await beginWork(context);
await scanDeposits(context, bitcoinDeposits);

test('a payment to an address that a restore forgot, days after it, keeps no pay-out of others waiting', async () => {
  const client = await world.signInClient();
  const start = await copyDatabase(world);
  const addresses: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    const outside = { payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };
    const sale = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.01', ...outside };
    const { order } = await world.buy(client.access, sale);
    addresses.push(z.string().parse((await world.read(order.nice_id, client.access))['crypto_address']));
  }
  const { context: later } = await start();
  await beginWork(later);
  ageLooks();
  const agree = () => agreeWithChain({ ...later, config: { ...later.config } }, 'bitcoin');
  expect(await agree()).toBe(true);
  // Days pass: all is read, and nothing is held.
  for (let turn = 0; turn < 5; turn += 1) {
    await sandbox.mine('bitcoin', 90);
    await recoverAddresses(later);
    await scanDeposits(later, bitcoinDeposits);
    await agree();
  }
  expect(await later.db.selectFrom('payoutHolds').select('subject').where('releasedAt', 'is', null).execute()).toEqual(
    [],
  );
  expect(await agree()).toBe(true);
  const said: unknown[] = [];
  for (const address of addresses) {
    await sandbox.send('bitcoin', { address, amount: '0.00001' });
    await sandbox.mine('bitcoin', 1);
    await scanDeposits(later, bitcoinDeposits);
    said.push(await agree(), await requireRead({ ...later, config: { ...later.config } }, 'bitcoin').catch(String));
  }
  expect(said).toEqual([true, undefined, true, undefined]);
});
