import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { EvmFees } from '../../providers/evm/port.ts';
import { tokenAddress } from '../../providers/evm/token-address.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { collectDeposits } from './collect-deposits.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const { evm } = context.providers;
const { estimateFees, broadcast } = evm;
const usdt = tokenAddress(context.config, 'USDT');
await world.fundWallet('5', 'ETH');
let access = '';
beforeEach(async () => {
  access = await world.signIn();
});
afterEach(async () => {
  Object.assign(evm, { estimateFees, broadcast });
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});

/** An order's address with booked coins. */
async function receive(currency: string, amount: string): Promise<string> {
  const paid = { payin_currency: currency, payin_group: 'ethereum', payin_amount: currency === 'ETH' ? '0.2' : '500' };
  const { order } = await world.buy(access, {
    ...paid,
    payout_currency: 'EUR',
    payout_group: 'balance',
    dst_address: '',
  });
  const address = z.string().parse((await world.read(order.nice_id, access))['crypto_address']);
  await sandbox.send('ethereum', { address, amount, asset: currency });
  await sandbox.mine('ethereum', 3);
  await scanDeposits(context, ethereumDeposits);
  return address;
}

const movementsOf = (address: string) =>
  db
    .selectFrom('accountTransactions')
    .innerJoin('depositAddresses', 'depositAddresses.addressId', 'accountTransactions.addressId')
    .selectAll('accountTransactions')
    .where('address', '=', address)
    .orderBy('accountTransactions.createdAt')
    .execute();
const collectionOf = async (address: string) =>
  (await movementsOf(address)).findLast(({ purpose }) => purpose === 'collect');
const attemptsOf = async (address: string) =>
  db
    .selectFrom('accountAttempts')
    .selectAll()
    .where('transactionId', '=', (await collectionOf(address))?.transactionId ?? '')
    .orderBy('attemptNumber')
    .execute();
/** Bytes that wait have done so for an hour. */
const age = () =>
  db
    .updateTable('accountAttempts')
    .set({ createdAt: new Date(Date.now() - 3_600_000) })
    .execute();
const isThere = async (txid: string | undefined) => (await evm.getTransaction(txid ?? '')) !== undefined;
/** Miners ask for so many times as much. */
const ask = (change: (fees: EvmFees) => Partial<EvmFees>) => {
  evm.estimateFees = async () => {
    const fees = await estimateFees.call(evm);
    return { ...fees, ...change(fees) };
  };
};
const settle = async () => {
  await sandbox.mine('ethereum', 12);
  await collectDeposits(context);
};

test('a stuck attempt is priced again: a collection of ether, out of what it collects', async () => {
  const address = await receive('ETH', '0.2');
  await collectDeposits(context);
  const [first] = await attemptsOf(address);
  await collectDeposits(context);
  expect(await attemptsOf(address)).toHaveLength(1);
  ask(({ maxFeePerGas }) => ({ maxFeePerGas: maxFeePerGas * 3n }));
  for (const count of [2, 3]) {
    await age();
    await collectDeposits(context);
    const attempts = await attemptsOf(address);
    expect(attempts).toHaveLength(count);
    expect([await isThere(attempts.at(-1)?.txid), await isThere(first?.txid)]).toEqual([true, false]);
    expect(await compareWithOutside(context)).toEqual([]);
  }
  const [, , last] = await attemptsOf(address);
  expect(last?.maxFeePerGas).toBeGreaterThanOrEqual((first?.maxFeePerGas ?? 0n) * 3n);
  await settle();
  expect(await collectionOf(address)).toMatchObject({ status: 'settled' });
  expect(await evm.getBalance(address, '')).toBeLessThan(10n ** 15n);
});

test('whichever bytes of it a block takes, the books have what they moved', async () => {
  const address = await receive('ETH', '0.2');
  await collectDeposits(context);
  const { amount } = (await collectionOf(address)) ?? {};
  const [first] = await attemptsOf(address);
  evm.broadcast = () => Promise.reject(new ProviderError('ethereum', 'refused', { code: 'rejected', message: 'no' }));
  await age();
  await collectDeposits(context);
  expect(await attemptsOf(address)).toHaveLength(2);
  expect(await isThere(first?.txid)).toBe(true);
  await sandbox.mine('ethereum', 1);
  await collectDeposits(context);
  expect(await collectionOf(address)).toMatchObject({ status: 'mined', amount });
  expect(await compareWithOutside(context)).toEqual([]);
  await settle();
});

test('ether that its dearer collection would mostly eat is not raised', async () => {
  const address = await receive('ETH', '0.2');
  await collectDeposits(context);
  const { gasLimit = 1n } = (await collectionOf(address)) ?? {};
  ask(() => ({ maxFeePerGas: (11n * 10n ** 16n) / gasLimit }));
  context.config.ETHEREUM_MAX_FEE_GWEI = 100_000;
  await age();
  await collectDeposits(context);
  expect(await attemptsOf(address)).toHaveLength(1);
  context.config.ETHEREUM_MAX_FEE_GWEI = 200;
  await settle();
});

test('a stuck attempt is priced again: a collection of tokens, once its address has the ether for it', async () => {
  const address = await receive('USDT', '500');
  await collectDeposits(context);
  await sandbox.mine('ethereum', 1);
  await collectDeposits(context);
  expect((await movementsOf(address)).map(({ purpose }) => purpose)).toEqual(['gas', 'collect']);
  const { gasLimit = 0n } = (await collectionOf(address)) ?? {};
  const ether = await evm.getBalance(address, '');
  ask(({ maxFeePerGas }) => ({ maxFeePerGas: maxFeePerGas * 4n }));
  const { maxFeePerGas } = await evm.estimateFees();
  expect(gasLimit * maxFeePerGas).toBeGreaterThan(ether);
  await age();
  for (let look = 0; look < 2; look += 1) await collectDeposits(context);
  // One more sending of gas, and no bytes that no node would take.
  expect((await movementsOf(address)).map(({ purpose }) => purpose)).toEqual(['gas', 'collect', 'gas']);
  expect(await attemptsOf(address)).toHaveLength(1);
  const [first] = await attemptsOf(address);
  // Its block has the gas alone.
  await sandbox.dropTransaction('ethereum', first?.txid ?? '');
  await sandbox.mine('ethereum', 1);
  await collectDeposits(context);
  expect(await isThere(first?.txid)).toBe(true);
  await age();
  await collectDeposits(context);
  const attempts = await attemptsOf(address);
  expect(attempts).toHaveLength(2);
  expect(await isThere(attempts[1]?.txid)).toBe(true);
  expect(await compareWithOutside(context)).toEqual([]);
  await settle();
  await settle();
  expect((await movementsOf(address)).map(({ status }) => status)).toEqual(['settled', 'settled', 'settled']);
  expect(await evm.getBalance(address, usdt)).toBe(0n);
});

test('tokens that are not worth twice the dearer gas are not raised, and get no more of it', async () => {
  const address = await receive('USDT', '500');
  await collectDeposits(context);
  await sandbox.mine('ethereum', 1);
  await collectDeposits(context);
  ask(() => ({ maxFeePerGas: 10n ** 14n }));
  context.config.ETHEREUM_MAX_FEE_GWEI = 100_000;
  await age();
  await collectDeposits(context);
  context.config.ETHEREUM_MAX_FEE_GWEI = 200;
  expect((await movementsOf(address)).map(({ purpose }) => purpose)).toEqual(['gas', 'collect']);
  expect(await attemptsOf(address)).toHaveLength(1);
  evm.estimateFees = estimateFees;
  await settle();
  await settle();
});
