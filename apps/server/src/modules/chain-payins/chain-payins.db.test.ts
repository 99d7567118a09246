import { parseAmount } from '@causeway/domain/money/parse-amount';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { listBalances } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { allJobs } from '../../worker.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { ethereumDeposits } from './ethereum-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
let access = '';
beforeEach(async () => {
  access = await world.signIn();
});
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});

const seen = z.looseObject({
  status: z.string(),
  crypto_address: z.string(),
  payin_amount: z.string(),
  received_amount: z.string(),
  payin_confirmations: z.int().nullable(),
  payin_confirmations_needed: z.int(),
  payin_seen_amount: z.string(),
  payin_txid: z.string(),
  payin_tx_link: z.string(),
  refund_method: z.string(),
  decision: z.object({ kind: z.string() }).nullable(),
  receipt: z.array(z.object({ kind: z.string(), actual: z.string() })),
});
const read = async (niceId: string) => seen.parse(await world.read(niceId, access));
const chainOf = (asset: string) => (asset === 'BTC' ? 'bitcoin' : 'ethereum');
const amounts: Readonly<Record<string, string>> = { BTC: '0.02', ETH: '0.5', USDT: '500' };
const needed = { bitcoin: 1, ethereum: 3 } as const;

/** Sells coins into the EUR balance, which pays out at once. */
async function sell(asset: string): Promise<{ niceId: string; address: string; amount: string }> {
  const amount = amounts[asset] ?? '1';
  const { order } = await world.buy(access, {
    payin_currency: asset,
    payin_group: chainOf(asset),
    payin_amount: amount,
    payout_currency: 'EUR',
    payout_group: 'balance',
    dst_address: '',
  });
  return { niceId: order.nice_id, address: (await read(order.nice_id)).crypto_address, amount };
}

async function scan(): Promise<void> {
  await scanDeposits(context, bitcoinDeposits);
  await scanDeposits(context, ethereumDeposits);
}

const send = (asset: string, address: string, amount: string) =>
  sandbox.send(chainOf(asset), { address, amount, asset });

async function mine(asset: string, blocks: number): Promise<void> {
  await sandbox.mine(chainOf(asset), blocks);
  await scan();
}

const reasons = async (niceId: string) =>
  (await world.read(niceId, access)).history.map(({ status, reason }) => (reason === '' ? status : reason));
const openAlarms = async () =>
  (await db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute()).map(({ kind }) => kind);

describe('paid in coins', () => {
  test('4.10-08 the order names what is under way to it, and no longer once that counts', async () => {
    const { niceId, address } = await sell('BTC');
    expect(await read(niceId)).toMatchObject({ payin_seen_amount: '' });
    await send('BTC', address, '0.012');
    await scan();
    expect(await read(niceId)).toMatchObject({ payin_seen_amount: '0.01200000', received_amount: '0.00000000' });
    await mine('BTC', 1);
    await scan();
    expect(await read(niceId)).toMatchObject({ payin_seen_amount: '', received_amount: '0.01200000' });
    await send('BTC', address, '0.008');
    await scan();
    expect(await read(niceId)).toMatchObject({ payin_seen_amount: '0.00800000', decision: { kind: 'partial' } });
    await mine('BTC', 1);
    await scan();
    expect(await read(niceId)).toMatchObject({ status: 'finished', payin_seen_amount: '' });
  });

  test.each([
    ['ETH', ''],
    ['USDT', '0x69B7Bd3a0aF3213cEE8f350F88645A818Bb025bD'],
  ])('%s: the order names chain, contract and the relay that a wallet is connected by', async (asset, token) => {
    const { niceId } = await sell(asset);
    expect((await world.read(niceId, access))['purchase_params_payin']).toEqual({
      evm: {
        chain_id: 424_242,
        token,
        wallet_connect: {
          project_id: 'causeway-sandbox',
          relay_url: context.config.WALLETCONNECT_RELAY_URL,
        },
      },
    });
  });

  test.each(['BTC', 'ETH', 'USDT'])('%s: seen while it waits, counted at its confirmations, once', async (asset) => {
    const { niceId, address, amount } = await sell(asset);
    expect(await read(niceId)).toMatchObject({ status: 'payin_pending', payin_confirmations: null });
    const txid = await send(asset, address, amount);
    await scan();
    expect(await read(niceId)).toMatchObject({
      status: 'payin_pending',
      payin_confirmations: 0,
      payin_confirmations_needed: needed[chainOf(asset)],
      payin_txid: txid,
      payin_tx_link: expect.stringContaining(txid),
    });
    await mine(asset, needed[chainOf(asset)]);
    await scan();
    expect(await read(niceId)).toMatchObject({ status: 'finished', received_amount: expect.stringMatching(amount) });
    expect((await reasons(niceId)).filter((reason) => reason === 'deposit_seen')).toHaveLength(1);
  });
});

describe('money other than the requested amount', () => {
  test.each(['BTC', 'USDT'])('%s in two parts pays once all of it is there', async (asset) => {
    const { niceId, address, amount } = await sell(asset);
    const half = String(Number(amount) / 2);
    await send(asset, address, half);
    await mine(asset, 3);
    expect(await read(niceId)).toMatchObject({ status: 'payin_pending', received_amount: expect.stringMatching(half) });
    await send(asset, address, half);
    await mine(asset, 3);
    expect(await read(niceId)).toMatchObject({ status: 'finished' });
  });

  test('too much: what is over the method’s most goes to the balance', async () => {
    const { niceId, address } = await sell('USDT');
    await send('USDT', address, '100600');
    await mine('USDT', 3);
    await world.work();
    const { status, receipt } = await read(niceId);
    const back = (await balancesOf(niceId)).get('USDT') ?? 0n;
    expect(status).toBe('finished');
    expect(back).toBeGreaterThan(0n);
    const exchanged = receipt.find(({ kind }) => kind === 'payin');
    expect(parseAmount(exchanged?.actual ?? '', 6)).toBe(100_600_000_000n - back);
  });

  test('for an order that ended: to the balance', async () => {
    const { niceId, address, amount } = await sell('ETH');
    await world.call(`/onramp/o/${niceId}/cancel`, {}, access);
    expect((await read(niceId)).status).toBe('canceled');
    await send('ETH', address, amount);
    await mine('ETH', 3);
    await world.work();
    expect(await read(niceId)).toMatchObject({ status: 'canceled', refund_method: 'balance' });
    expect((await balancesOf(niceId)).get('ETH')).toBe(500_000_000_000_000_000n);
  });

  test('another token than the order’s goes to the balance, with an alarm', async () => {
    const { niceId, address } = await sell('USDT');
    await send('DAI', address, '12');
    await mine('DAI', 3);
    expect(await read(niceId)).toMatchObject({ status: 'payin_pending', received_amount: expect.stringMatching(/^0/) });
    expect((await balancesOf(niceId)).get('DAI')).toBe(12_000_000_000_000_000_000n);
    expect(await openAlarms()).toContain('deposit_other_currency');
    await clearAlarms();
  });
});

describe('a reorganisation', () => {
  test.each(['BTC', 'USDT'])(
    '%s that leaves before it counts is forgotten, and counts when it is back',
    async (asset) => {
      const chain = chainOf(asset);
      const { niceId, address, amount } = await sell(asset);
      const txid = await send(asset, address, amount);
      await (chain === 'bitcoin' ? scan() : mine(asset, 1));
      await (chain === 'bitcoin' ? sandbox.dropTransaction(chain, txid) : sandbox.reorganise(chain, 1, [txid]));
      await scan();
      expect(await read(niceId)).toMatchObject({ status: 'payin_pending', payin_confirmations: null });
      expect(await reasons(niceId)).toContain('deposit_gone');
      await send(asset, address, amount);
      await mine(asset, 3);
      expect((await read(niceId)).status).toBe('finished');
    },
  );

  test.each(['BTC', 'ETH'])('%s that moves to a later block counts once', async (asset) => {
    const { niceId, address, amount } = await sell(asset);
    await send(asset, address, amount);
    await mine(asset, 1);
    await sandbox.reorganise(chainOf(asset), 1);
    await scan();
    await mine(asset, 4);
    await mine(asset, 12);
    expect((await read(niceId)).status).toBe('finished');
    expect(await credits(niceId)).toBe(1);
    expect(await openAlarms()).toEqual([]);
  });

  test.each(['BTC', 'USDT'])(
    '%s that leaves after it was booked is the operator’s loss until it is back',
    async (asset) => {
      const chain = chainOf(asset);
      const { niceId, address, amount } = await sell(asset);
      const txid = await send(asset, address, amount);
      await mine(asset, needed[chain]);
      expect((await read(niceId)).status).toBe('finished');
      await sandbox.reorganise(chain, needed[chain]);
      await scan();
      expect(await openAlarms()).toEqual(['deposit_lost']);
      expect(await compareWithOutside(context)).toEqual([]);
      await mine(asset, 1);
      expect(await openAlarms()).toEqual([]);
      await sandbox.reorganise(chain, 1, [txid]);
      await scan();
      expect(await openAlarms()).toEqual(['deposit_lost']);
      expect((await read(niceId)).status).toBe('finished');
      await clearAlarms();
    },
  );
});

describe('lost is lost, replaced is replaced', () => {
  const lose = async (asset: 'BTC' | 'USDT', address: string, amount: string) => {
    const chain = chainOf(asset);
    const txid = await send(asset, address, amount);
    await mine(asset, needed[chain]);
    return async () => {
      await sandbox.reorganise(chain, needed[chain], [txid]);
      await scan();
    };
  };

  test.each(['BTC', 'USDT'] as const)(
    '%s: what is left of it is held, and what is paid again settles it first',
    async (asset) => {
      const { niceId, address, amount } = await sell(asset);
      const reorganise = await lose(asset, address, amount);
      const credited = (await balancesOf(niceId)).get('EUR') ?? 0n;
      expect(credited).toBeGreaterThan(0n);
      await reorganise();
      expect((await balancesOf(niceId)).get('EUR')).toBe(0n);
      const rest = asset === 'BTC' ? '0.005' : '40';
      await send(asset, address, String(Number(amount) + Number(rest)));
      await mine(asset, needed[chainOf(asset)]);
      const balances = await balancesOf(niceId);
      expect(balances.get('EUR')).toBe(credited);
      expect(balances.get(asset)).toBe(parseAmount(rest, asset === 'BTC' ? 8 : 6));
      expect(await openAlarms()).toEqual([]);
    },
  );

  test('an unsigned payout is stopped, and the order is left with nothing', async () => {
    const { order } = await world.buy(access, {
      payin_currency: 'BTC',
      payin_group: 'bitcoin',
      payin_amount: '0.02',
      payout_currency: 'ETH',
      payout_group: 'ethereum',
      dst_address: await sandbox.outsideAddress('ethereum'),
    });
    const { nice_id: niceId } = order;
    const reorganise = await lose('BTC', (await read(niceId)).crypto_address, '0.02');
    expect((await read(niceId)).status).toBe('processing');
    await reorganise();
    expect((await read(niceId)).status).toBe('error');
    expect((await listBalances(db, paths.order(niceId))).every(({ balance }) => balance === 0n)).toBe(true);
    // Payouts alone: a collection would be under way when the next test counts.
    const payouts = allJobs.filter(({ definition }) => /payout/.test(definition.name));
    await drainJobs(context, world.boss, payouts, { isEarly: true });
    expect((await world.read(niceId, access)).txid).toBe('');
    await send('BTC', await findAddress(niceId), '0.02');
    await mine('BTC', 1);
    expect((await balancesOf(niceId)).get('BTC')).toBe(2_000_000n);
    await clearAlarms();
  });
});

describe('scanning', () => {
  test('many scans at once count a deposit once', async () => {
    const { niceId, address, amount } = await sell('USDT');
    await send('USDT', address, amount);
    await sandbox.mine('ethereum', 3);
    await Promise.all(Array.from({ length: 8 }, () => scanDeposits(context, ethereumDeposits)));
    expect(await credits(niceId)).toBe(1);
    expect((await read(niceId)).status).toBe('finished');
  });

  test('two payments in one transaction’s block and one address are two deposits', async () => {
    const { niceId, address } = await sell('BTC');
    await send('BTC', address, '0.01');
    await send('BTC', address, '0.01');
    await mine('BTC', 1);
    expect(await credits(niceId)).toBe(2);
    expect((await read(niceId)).status).toBe('finished');
  });

  test('a node that cannot be asked, or lags behind, means wait', async () => {
    const { niceId, address, amount } = await sell('ETH');
    await send('ETH', address, amount);
    await sandbox.mine('ethereum', 3);
    for (const kind of ['stop', 'error', 'lag']) {
      await sandbox.makeFault({ provider: 'ethereum', fault: kind, count: 1, call: 'eth_blockNumber' });
      await scanDeposits(context, ethereumDeposits).catch(() => undefined);
    }
    await scan();
    expect((await read(niceId)).status).toBe('finished');
    expect(await credits(niceId)).toBe(1);
  });
});

describe('collecting', () => {
  test('a deposit of Bitcoin is spent by a pay-out, with the key of its own address', async () => {
    const sold = await sell('BTC');
    await send('BTC', sold.address, sold.amount);
    await mine('BTC', 1);
    const { order } = await world.buy(access, { payin_amount: '250' });
    await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
    await world.until(order.nice_id, 'processing');
    await expect
      .poll(
        async () => {
          await world.work({ isEarly: true });
          return (await world.read(order.nice_id, access)).txid;
        },
        { timeout: 90_000 },
      )
      .not.toBe('');
    await mine('BTC', 2);
    await world.work({ isEarly: true });
    const spent = await db
      .selectFrom('walletOutputs')
      .select('keyIndex')
      .where('spentByPayoutId', 'is not', null)
      .where('origin', '=', 'deposit')
      .execute();
    expect(spent.length).toBeGreaterThan(0);
  });
});

async function balancesOf(niceId: string): Promise<ReadonlyMap<string, bigint>> {
  const client = await db
    .selectFrom('orders')
    .innerJoin('clients', 'clients.clientId', 'orders.clientId')
    .select('clients.niceId')
    .where('orders.niceId', '=', niceId)
    .executeTakeFirstOrThrow();
  const balances = await listBalances(db, paths.client(client.niceId));
  return new Map(balances.map(({ currency, balance }) => [currency, balance]));
}

async function findAddress(niceId: string): Promise<string> {
  const row = await db
    .selectFrom('depositAddresses')
    .innerJoin('orders', 'orders.orderId', 'depositAddresses.orderId')
    .select('address')
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();
  return row.address;
}

async function credits(niceId: string): Promise<number> {
  const rows = await db
    .selectFrom('ledgerEntries')
    .select('entryId')
    .where('reference', '=', niceId)
    .where('kind', '=', 'crypto_payin')
    .execute();
  return rows.length;
}

async function clearAlarms(): Promise<void> {
  await db.updateTable('alarms').set({ clearedAt: new Date() }).where('clearedAt', 'is', null).execute();
}
