import { isFull, someOf } from '@causeway/testing/test-length';
import { sql } from 'kysely';
import { encodeFunctionData, erc20Abi, getAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { createContext } from '../../create-context.ts';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { createLog } from '../../log.ts';
import { tokenAddress } from '../../providers/evm/token-address.ts';
import { allJobs } from '../../worker.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { payByTransfer } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { ethereumDeposits } from '../chain-payins/ethereum-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { watchNetworkCosts } from '../chain-payouts/network-cost.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { watchPrices } from '../rates/watch-prices.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { retryPayout } from './blocked-payouts.ts';

const limitMs = isFull ? 1_200_000 : 180_000;

// Requests and jobs have one connection each.
const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const { estimateFeeRate } = context.providers.bitcoin;
let access = '';

beforeAll(async () => {
  await world.fundWallet('5');
  await world.fundWallet('20', 'ETH');
  await world.fundWallet('50000', 'USDT');
  await watchPrices(context);
  access = await world.signIn();
});

async function expectAllSound(): Promise<void> {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
}

async function buyAndPay(changes: Readonly<Record<string, string>> = {}): Promise<{ niceId: string; orderId: string }> {
  const { order } = await world.buy(access, { payin_amount: '30', ...changes });
  await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', order.nice_id)
    .executeTakeFirstOrThrow();
  return { niceId: order.nice_id, orderId };
}

const fair = { BTC: 58_000, ETH: 2800 } as const;

/** EUR for one, as a broken feed says it. */
const wrongTicks: readonly [asset: keyof typeof fair, eur: string][] = [
  ['BTC', '58.00'],
  ['BTC', '5800000.00'],
  ['ETH', '28000.00'],
  ['BTC', '0.01'],
  ['ETH', '1400.00'],
  ['BTC', '40000.00'],
  ['ETH', '0.28'],
  ['BTC', '87000.00'],
];

async function setPrice(asset: keyof typeof fair, eur: string, isPaused: boolean): Promise<void> {
  await sandbox.setPrice({ asset, eur, hold: true });
  await expect.poll(() => context.rates.isPaused(asset), { timeout: 90_000 }).toBe(isPaused);
  await watchPrices(context);
}

describe('a market with wrong ticks', () => {
  test(
    'a payment that comes meanwhile brings no client more or less, and nothing is sold',
    async () => {
      for (const [asset, eur] of someOf(wrongTicks, 2)) {
        const group = asset === 'BTC' ? 'bitcoin' : 'ethereum';
        const to = { payout_currency: asset, payout_group: group, dst_address: await sandbox.outsideAddress(group) };
        const usual = String(fair[asset]);
        await setPrice(asset, usual, false);
        const { order } = await world.buy(access, { payin_amount: '30', ...to });
        await setPrice(asset, eur, true);
        expect((await world.buy(access, { payin_amount: '30', ...to })).body.errors).toMatchObject([
          { code: 'PAYOUT_PAUSED' },
        ]);
        await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
        await world.work();
        expect((await world.read(order.nice_id)).status).toBe('payin_pending');
        await setPrice(asset, usual, false);
        await world.work({ isEarly: true });
        await world.until(order.nice_id, 'processing');
        const worth = Number((await world.read(order.nice_id)).payout_amount) * fair[asset];
        expect(worth, `${asset} at ${eur}`).toBeGreaterThan(20);
        expect(worth, `${asset} at ${eur}`).toBeLessThan(30);
      }
      await expectAllSound();
    },
    limitMs,
  );
});

/** When orders are made and when their money is accepted, in minutes from the beginning of the month. */
const monthEnds: readonly [made: number, paid: number][] = [
  [-1, 1],
  [-1, -1],
  [-30, 0],
  [0, 1],
  [-1440, 1440],
];

describe('month ends', () => {
  test(
    'no month takes more than its limit, whenever orders were made and paid',
    async () => {
      const limits = await db.selectFrom('clientLimits').selectAll().where('level', '=', 'identity').execute();
      await db.updateTable('clientLimits').set({ monthMax: 2000n }).where('level', '=', 'identity').execute();
      for (const [made, paid] of someOf(monthEnds, 2)) {
        const client = await world.signInClient();
        const sepa = { payin_group: 'sepa', payin_amount: '40', payout_group: 'balance', dst_address: '' };
        const orders: string[] = [];
        while (orders.length < 4) orders.push((await world.buy(client.access, sepa)).order.nice_id);
        const now = new Date();
        const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
        await world.work();
        await db
          .updateTable('orders')
          .set({ createdAt: new Date(month + made * 60_000), payinDeadline: new Date(month + 3 * 86_400_000) })
          .where('clientId', '=', client.clientId)
          .execute();
        for (const niceId of orders) await payByTransfer(world, niceId, '990.00');
        const later: AppContext = { ...context, clock: { now: () => new Date(month + paid * 60_000) } };
        await collectTransfers(later);
        const settle = allJobs.filter(({ definition }) => definition.name === 'credit-transfers');
        await drainJobs(later, world.boss, settle);
        const uses = await db
          .selectFrom('limitUses')
          .select('used')
          .where('clientId', '=', client.clientId)
          .where('currency', '=', 'EUR')
          .execute();
        const { taken } = await db
          .selectFrom('orders')
          .select(sql<bigint>`coalesce(sum(payin_amount), 0)`.as('taken'))
          .where('clientId', '=', client.clientId)
          .where('status', '=', 'finished')
          .executeTakeFirstOrThrow();
        expect(taken, `made ${made}, paid ${paid}`).toBeGreaterThan(0n);
        expect(taken, `made ${made}, paid ${paid}`).toBeLessThanOrEqual(200_000n);
        expect(uses.every(({ used }) => used <= 200_000n)).toBe(true);
      }
      for (const { level, currency, monthMax } of limits)
        await db
          .updateTable('clientLimits')
          .set({ monthMax })
          .where('level', '=', level)
          .where('currency', '=', currency)
          .execute();
    },
    limitMs,
  );
});

/** Satoshi for a virtual byte. */
const feeSpikes = [250n, 40n, 1000n, 300n, 3000n, 120n];

describe('fee spikes', () => {
  test(
    'no pay-out is signed whose network takes more than the limit, unless a person says so',
    async () => {
      const { bitcoin } = context.providers;
      for (const rate of someOf(feeSpikes, 2)) {
        const { orderId } = await buyAndPay();
        await syncCardPayment(context, orderId);
        bitcoin.estimateFeeRate = () => Promise.resolve(rate);
        await watchNetworkCosts(context);
        await buildPayouts(context, [{ orderId }]);
        bitcoin.estimateFeeRate = estimateFeeRate;
        await watchNetworkCosts(context);
      }
      const percent = BigInt(context.config.NETWORK_FEE_MOST_PERCENT);
      const payouts = await db.selectFrom('payouts').selectAll().where('chain', '=', 'bitcoin').execute();
      const unfair = payouts.filter(({ fee, amount, allowedAt }) => {
        return fee !== null && allowedAt === null && fee * 100n > amount * percent;
      });
      expect(unfair).toEqual([]);
      const held = payouts.filter(({ status }) => status === 'held');
      expect(held.length).toBeGreaterThan(0);
      // A person allows them once the network is cheap again.
      for (const { orderId } of held) {
        const { niceId } = await db
          .selectFrom('orders')
          .select('niceId')
          .where('orderId', '=', orderId)
          .executeTakeFirstOrThrow();
        await retryPayout(context, { niceId, operator: 'grace' });
        await buildPayouts(context, [{ orderId }]);
      }
      await expectAllSound();
    },
    limitMs,
  );
});

const paidInCoins = z.looseObject({ crypto_address: z.string() });

/** Announces a transfer of so many units of USDT, from somebody who has none. */
async function announce(recipient: string, units: bigint): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey());
  await sandbox.send('ethereum', { address: account.address, amount: '1', asset: 'ETH' });
  await sandbox.mine('ethereum', 1);
  const { evm } = context.providers;
  const args = [getAddress(recipient), units] as const;
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

const strangeTransfers = [0n, 1n, 2n ** 64n, 2n ** 127n, 2n ** 255n, 2n ** 256n - 1n];

describe('contracts, zero and huge transfers', () => {
  test(
    'none of them stops a scan, and honest coins are credited beside them',
    async () => {
      for (const units of someOf(strangeTransfers, 2)) {
        const sell = { payin_currency: 'USDT', payin_group: 'ethereum', payin_amount: '100', payout_currency: 'EUR' };
        const { order } = await world.buy(access, { ...sell, payout_group: 'balance', dst_address: '' });
        const { crypto_address: address } = paidInCoins.parse(await world.read(order.nice_id, access));
        await announce(address, units);
        await sandbox.send('ethereum', { address, amount: '100', asset: 'USDT' });
        for (let block = 0; block < 4; block += 1) {
          await scanDeposits(context, ethereumDeposits);
          await sandbox.mine('ethereum', 1);
        }
        await scanDeposits(context, ethereumDeposits);
        expect((await world.read(order.nice_id)).status, `${units}`).toBe('finished');
      }
      expect(await compareWithOutside(context)).toEqual([]);
    },
    limitMs,
  );

  test(
    'a contract that takes ether is paid, and one that refuses it is refused in the address step',
    async () => {
      const to = async (kind: 'accepts' | 'refuses') => ({
        payout_currency: 'ETH',
        payout_group: 'ethereum',
        dst_address: await sandbox.outsideAddress('ethereum', kind),
      });
      expect((await world.buy(access, { payin_amount: '60', ...(await to('refuses')) })).body.success).toBe(0);
      const { niceId, orderId } = await buyAndPay({ payin_amount: '60', ...(await to('accepts')) });
      await syncCardPayment(context, orderId);
      await buildPayouts(context, [{ orderId }]);
      await sandbox.mine('ethereum', 3);
      await world.work({ isEarly: true });
      await world.until(niceId, 'finished');
    },
    limitMs,
  );
});

describe('three workers, each with a pool of one', () => {
  const workers: AppContext[] = [];
  beforeAll(async () => {
    const connections = { requests: 1, jobs: 1 };
    while (workers.length < 3) {
      const opened = await createContext(context.config, createLog('silent'), world.databaseUrl, connections);
      await opened.rates.ready;
      afterAll(() => opened.stop());
      workers.push(opened.jobContext);
    }
  });

  const workTogether = async (isEarly: boolean) =>
    Promise.all(workers.map((worker) => drainJobs(worker, world.boss, allJobs, { isEarly })));

  test(
    'together they pay each order once, and every job that runs by itself ends',
    async () => {
      const orders: { niceId: string; address: string; group: 'bitcoin' | 'ethereum' }[] = [];
      for (let count = isFull ? 24 : 6; count > 0; count -= 1) {
        const isEther = count % 2 === 0;
        const group = isEther ? 'ethereum' : 'bitcoin';
        const address = await sandbox.outsideAddress(group);
        const to = { payout_currency: isEther ? 'ETH' : 'BTC', payout_group: group, dst_address: address };
        access = await world.signIn();
        const { niceId } = await buyAndPay({ payin_amount: '60', ...to });
        orders.push({ niceId, group, address });
      }
      const isDone = async () => {
        await workTogether(true);
        await sandbox.mine('bitcoin', 2);
        await sandbox.mine('ethereum', 3);
        const read = await Promise.all(orders.map(({ niceId }) => world.read(niceId)));
        return read.filter(({ status }) => status !== 'finished').length;
      };
      await expect.poll(isDone, { timeout: limitMs - 30_000 }).toBe(0);
      for (const { group, address } of orders) {
        const { transactions } = await sandbox.balance(group, address, group === 'bitcoin' ? undefined : 'ETH');
        expect(transactions).toHaveLength(1);
      }
      const recurring = allJobs.filter(({ definition }) => definition.everySeconds !== undefined);
      const ends = await Promise.all(
        workers.flatMap((worker) => recurring.map(async (job) => (await job.run(worker, [{}]))[0])),
      );
      expect(ends.filter((end) => end?.status !== 'fulfilled')).toEqual([]);
      expect(await compareWithOutside(context)).toEqual([]);
    },
    limitMs,
  );
});
