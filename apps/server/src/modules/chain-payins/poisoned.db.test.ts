import { randomUUID } from 'node:crypto';
import { encodeFunctionData, erc20Abi, getAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { tokenAddress } from '../../providers/evm/token-address.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import type { DepositChain } from './deposit-chain.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { followDeposits } from './follow-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
afterEach(async () => expect(await compareWithOutside(context)).toEqual([]));

const paidInCoins = z.looseObject({ crypto_address: z.string() });

async function sell(asset: string, amount: string, changes: Readonly<Record<string, string>> = {}) {
  const access = await world.signIn();
  const { order } = await world.buy(access, {
    payin_currency: asset,
    payin_group: asset === 'BTC' ? 'bitcoin' : 'ethereum',
    payin_amount: amount,
    payout_currency: 'EUR',
    payout_group: 'balance',
    dst_address: '',
    ...changes,
  });
  const niceId = order.nice_id;
  const { crypto_address: address } = paidInCoins.parse(await world.read(niceId, access));
  return { niceId, address, status: async () => (await world.read(niceId, access)).status };
}

const openAlarms = async (kind: string) =>
  (
    await db.selectFrom('alarms').select('subject').where('kind', '=', kind).where('clearedAt', 'is', null).execute()
  ).map(({ subject }) => subject);

/** Announces a transfer of so many USDT that the sender does not have. */
async function announce(recipient: string, units: bigint): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey());
  await sandbox.send('ethereum', { address: account.address, amount: '1', asset: 'ETH' });
  await sandbox.mine('ethereum', 1);
  const args = [getAddress(recipient), units] as const;
  const { evm } = context.providers;
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: context.config.ETHEREUM_CHAIN_ID,
    nonce: 0,
    gas: 100_000n,
    ...(await evm.estimateFees()),
    to: getAddress(tokenAddress(context.config, 'USDT')),
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
  });
  await evm.broadcast(raw);
}

describe('every payment is settled alone: reports of a chain', () => {
  test.each([
    ['nothing', 0n],
    ['more than there is', 2n ** 255n],
  ])('a transfer of %s that waits stops no scan', async (_name, units) => {
    const own = await sell('USDT', '500');
    const honest = await sell('USDT', '500');
    await scanDeposits(context, ethereumDeposits);
    const before = await db.selectFrom('depositScans').select('height').where('chain', '=', 'ethereum').execute();
    await announce(own.address, units);
    await sandbox.send('ethereum', { address: honest.address, amount: '500', asset: 'USDT' });
    await scanDeposits(context, ethereumDeposits);
    const after = await db.selectFrom('depositScans').select('height').where('chain', '=', 'ethereum').execute();
    expect(after[0]?.height).toBeGreaterThan(before[0]?.height ?? 0);
    for (let block = 0; block < 4; block += 1) {
      await sandbox.mine('ethereum', 1);
      await scanDeposits(context, ethereumDeposits);
    }
    expect([await own.status(), await honest.status()]).toEqual(['payin_pending', 'finished']);
    expect(await openAlarms('item_failed')).toEqual([]);
  });

  test('a deposit that throws holds back no other, is named, and comes last the next time', async () => {
    const poisoned = await sell('BTC', '0.01', { payout_currency: 'ETH' });
    const honest = await sell('BTC', '0.01');
    for (const { address } of [poisoned, honest])
      await sandbox.send('bitcoin', { address, amount: '0.01', asset: 'BTC' });
    await scanDeposits(context, bitcoinDeposits);
    await sandbox.mine('bitcoin', 1);
    // The order of coins against coins has no price.
    const getPrice: typeof context.rates.getPrice = (payin, payout, age) =>
      payout === 'ETH' ? undefined : context.rates.getPrice(payin, payout, age);
    const withoutEther: AppContext = { ...context, rates: { ...context.rates, getPrice } };
    await scanDeposits(withoutEther, bitcoinDeposits);
    expect([await poisoned.status(), await honest.status()]).toEqual(['payin_pending', 'finished']);
    const named = await openAlarms('item_failed');
    expect(named).toHaveLength(1);
    expect(named[0]).toMatch(/^follow-deposits bitcoin [0-9a-f]{64}:\d+$/);
    const waiting = () =>
      db.selectFrom('deposits').select('updatedAt').where('status', '=', 'seen').executeTakeFirstOrThrow();
    const before = await waiting();
    await followDeposits(withoutEther, bitcoinDeposits);
    expect((await waiting()).updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    await followDeposits(context, bitcoinDeposits);
    expect(await poisoned.status()).toBe('finished');
    expect(await openAlarms('item_failed')).toEqual([]);
  });

  test('a transaction that cannot be noted is kept, the scan goes on, and it is noted later', async () => {
    const honest = await sell('USDT', '500');
    const hidden = await sell('USDT', '500');
    const txid = await sandbox.send('ethereum', { address: hidden.address, amount: '500', asset: 'USDT' });
    await sandbox.send('ethereum', { address: honest.address, amount: '500', asset: 'USDT' });
    await sandbox.mine('ethereum', 1);
    const unread: DepositChain = {
      ...ethereumDeposits,
      read: async (asked, id) => {
        if (id === txid) throw new Error(`no sense in it ${randomUUID()}`);
        return ethereumDeposits.read(asked, id);
      },
    };
    await scanDeposits(context, unread);
    expect(await openAlarms('item_failed')).toEqual([`scan-deposits ethereum ${txid}`]);
    // Far beyond the blocks that are searched again.
    await sandbox.mine('ethereum', 40);
    await scanDeposits(context, unread);
    await scanDeposits(context, unread);
    expect([await hidden.status(), await honest.status()]).toEqual(['payin_pending', 'finished']);
    await db
      .updateTable('unreadableNews')
      .set({ triedAt: new Date(0) })
      .execute();
    await scanDeposits(context, ethereumDeposits);
    expect(await hidden.status()).toBe('finished');
    expect(await openAlarms('item_failed')).toEqual([]);
  });
});
