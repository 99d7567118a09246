import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listBalances } from '../../ledger/balances.ts';
import { createEvmWallet } from '../../providers/evm/wallet.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/compare-with-outside.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { collectDeposits } from './collect-deposits.ts';
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
  payin_txid: z.string(),
  payin_tx_link: z.string(),
  refund_method: z.string(),
  decision: z.object({ kind: z.string() }).nullable(),
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
  await world.work();
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

void [listBalances, createEvmWallet, collectDeposits, openAlarms];
