import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { EvmNode } from '../../providers/evm/port.ts';
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
const { evm } = context.providers;
const usdt = tokenAddress(context.config, 'USDT');
let access = '';
beforeEach(async () => {
  access = await world.signIn();
});
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});

/** An order's address with booked tokens, and no ether to move them. */
async function receiveTokens(): Promise<string> {
  const { order } = await world.buy(access, {
    payin_currency: 'USDT',
    payin_group: 'ethereum',
    payin_amount: '500',
    payout_currency: 'EUR',
    payout_group: 'balance',
    dst_address: '',
  });
  const address = z.string().parse((await world.read(order.nice_id, access))['crypto_address']);
  await sandbox.send('ethereum', { address, amount: '500', asset: 'USDT' });
  await sandbox.mine('ethereum', 3);
  await scanDeposits(context, ethereumDeposits);
  return address;
}

test('tokens that are not worth their gas stay where they are', async () => {
  // Without ether nothing is collected in any case.
  await world.fundWallet('5', 'ETH');
  const { order } = await world.buy(access, {
    payin_currency: 'USDT',
    payin_group: 'ethereum',
    payin_amount: '500',
    payout_currency: 'EUR',
    payout_group: 'balance',
    dst_address: '',
  });
  const address = z.string().parse((await world.read(order.nice_id, access))['crypto_address']);
  await sandbox.send('ethereum', { address, amount: '0.000001', asset: 'USDT' });
  await sandbox.mine('ethereum', 3);
  await scanDeposits(context, ethereumDeposits);
  await collectAll();
  expect(await transactionsOf(address)).toEqual([]);
});

/** Until nothing is left to do. */
async function collectAll(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await collectDeposits(context);
    await sandbox.mine('ethereum', 1);
  }
  await collectDeposits(context);
}

const transactionsOf = (address: string) =>
  context.db
    .selectFrom('accountTransactions')
    .innerJoin('depositAddresses', 'depositAddresses.addressId', 'accountTransactions.addressId')
    .select(['purpose', 'accountTransactions.status'])
    .where('address', '=', address)
    .orderBy('accountTransactions.createdAt')
    .execute();

type Pause = 'estimateFees' | 'estimateGas' | 'broadcast';

/** A server that stops after the node's answer, or before it sends, until it is released. */
function pauseAt(pause: Pause): { paused: AppContext; isHeld: Promise<void>; letGo: () => void } {
  const [held, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stop = async (call: Pause) => {
    if (call !== pause) return;
    held.resolve();
    await going.promise;
  };
  const slow: EvmNode = {
    ...evm,
    async estimateFees() {
      const fees = await evm.estimateFees();
      await stop('estimateFees');
      return fees;
    },
    async estimateGas(transfer) {
      const gas = await evm.estimateGas(transfer);
      await stop('estimateGas');
      return gas;
    },
    async broadcast(bytes) {
      await stop('broadcast');
      await evm.broadcast(bytes);
    },
  };
  const paused = { ...context, providers: { ...context.providers, evm: slow } };
  return { paused, isHeld: held.promise, letGo: going.resolve };
}

describe('tokens come to the hot wallet once, after one sending of gas', () => {
  test.each<Pause>(['estimateFees', 'estimateGas', 'broadcast'])(
    'by two servers, one paused at %s for as long as the other needs for all of it',
    async (call) => {
      await world.fundWallet('5', 'ETH');
      const address = await receiveTokens();
      const { paused, isHeld, letGo } = pauseAt(call);
      const late = collectDeposits(paused);
      await isHeld;
      await collectAll();
      letGo();
      await late;
      await collectAll();
      await sandbox.mine('ethereum', 12);
      await collectDeposits(context);
      expect(await transactionsOf(address)).toEqual([
        { purpose: 'gas', status: 'settled' },
        { purpose: 'collect', status: 'settled' },
      ]);
      expect(await evm.getBalance(address, usdt)).toBe(0n);
    },
  );
});

describe('a movement between our own addresses that moves nothing', () => {
  const alarms = async () =>
    (await context.db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute()).map(
      ({ kind }) => kind,
    );

  test('gas that no node takes frees the hot wallet’s number, and is sent under another', async () => {
    await world.fundWallet('5', 'ETH');
    const address = await receiveTokens();
    const { broadcast } = evm;
    let refused = '';
    evm.broadcast = async (raw) => {
      refused ||= raw;
      if (raw === refused) throw new ProviderError('ethereum', 'refused', { code: 'rejected' });
      await broadcast(raw);
    };
    await collectDeposits(context);
    await collectDeposits(context);
    expect(await transactionsOf(address)).toEqual([{ purpose: 'gas', status: 'signed' }]);
    await context.db
      .updateTable('accountTransactions')
      .set({ refusedAt: new Date(Date.now() - 3_600_000) })
      .where('refusedAt', 'is not', null)
      .execute();
    await collectDeposits(context);
    await sandbox.mine('ethereum', 12);
    await collectAll();
    await sandbox.mine('ethereum', 12);
    await collectDeposits(context);
    evm.broadcast = broadcast;
    expect(await transactionsOf(address)).toEqual([
      { purpose: 'gas', status: 'cancelled' },
      { purpose: 'gas', status: 'settled' },
      { purpose: 'collect', status: 'settled' },
    ]);
    expect(await evm.getBalance(address, usdt)).toBe(0n);
    expect(await alarms()).toEqual([]);
  });

  test('tokens that the chain did not carry count as not moved, and are collected again', async () => {
    await world.fundWallet('5', 'ETH');
    const address = await receiveTokens();
    await collectDeposits(context);
    await sandbox.mine('ethereum', 1);
    await collectDeposits(context);
    await sandbox.blockAddress('USDT', address);
    await sandbox.mine('ethereum', 12);
    await collectDeposits(context);
    expect(await transactionsOf(address)).toEqual([
      { purpose: 'gas', status: 'settled' },
      { purpose: 'collect', status: 'reverted' },
    ]);
    expect(await compareWithOutside(context)).toEqual([]);
    await sandbox.blockAddress('USDT', address, false);
    await collectAll();
    expect(await evm.getBalance(address, usdt)).toBe(0n);
    expect(await alarms()).toEqual([]);
  });
});
