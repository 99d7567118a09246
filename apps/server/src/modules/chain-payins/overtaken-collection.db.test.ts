import { expect, test } from 'vitest';
import { z } from 'zod';
import { runSql } from '@causeway/testing/run-sql';
import { readAccount } from '../chain-wallets/read-account.ts';
import { depositWallet, hotWallet } from '../chain-wallets/wallets.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { collectDeposits } from './collect-deposits.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db, providers } = context;
const { evm } = providers;

async function receiveEther(address: string): Promise<void> {
  await sandbox.send('ethereum', { address, amount: '0.2', asset: 'ETH' });
  await sandbox.mine('ethereum', 3);
  await scanDeposits(context, ethereumDeposits);
}

const collected = (address: string) =>
  db
    .selectFrom('accountTransactions')
    .select(['status', 'nonce'])
    .where('sender', '=', address)
    .orderBy('nonce')
    .execute();

test('an address is collected again where other bytes have used the number of its collection', async () => {
  const paid = { payin_currency: 'ETH', payin_group: 'ethereum', payin_amount: '0.2' };
  const access = await world.signIn();
  const outside = { payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };
  const { order } = await world.buy(access, { ...paid, ...outside });
  const address = z.string().parse((await world.read(order.nice_id, access))['crypto_address']);
  await receiveEther(address);
  const usual = evm.broadcast.bind(evm);
  evm.broadcast = () =>
    Promise.reject(new ProviderError('ethereum', 'refused', { code: 'rejected', message: 'not taken' }));
  await collectDeposits(context);
  evm.broadcast = usual;
  expect(await collected(address)).toEqual([{ status: 'signed', nonce: 0n }]);

  const { keyIndex } = await db
    .selectFrom('depositAddresses')
    .select('keyIndex')
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
  const wallet = depositWallet(context.config, keyIndex);
  const movement = { sender: address, recipient: hotWallet(context.config).address, currency: 'ETH', amount: 1n };
  const { gasLimit, fees } = await readAccount(context, movement);
  const other = { nonce: 0, gasLimit, recipient: movement.recipient, token: '', amount: 100_000_000_000_000_000n };
  await evm.broadcast((await wallet.sign({ ...other, ...fees })).rawTransaction);
  await sandbox.mine('ethereum', 1);

  await collectDeposits(context);
  expect(await collected(address)).toEqual([{ status: 'signed', nonce: 0n }]);
  await runSql(world.ownerUrl, "update account_transactions set refused_at = refused_at - interval '1 hour'");
  await collectDeposits(context);
  // What the other bytes have left there.
  expect(await collected(address)).toEqual([
    { status: 'cancelled', nonce: 0n },
    { status: 'sent', nonce: 1n },
  ]);
  await sandbox.mine('ethereum', 40);
  await collectDeposits(context);
  expect(await collected(address)).toEqual([
    { status: 'cancelled', nonce: 0n },
    { status: 'settled', nonce: 1n },
  ]);
  expect(await evm.getBalance(address, '')).toBeLessThan(100_000_000_000_000n);
});
