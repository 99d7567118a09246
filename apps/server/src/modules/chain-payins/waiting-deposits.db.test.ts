import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { bitcoinDeposits } from './bitcoin-deposits.ts';
import { scanDeposits } from './scan-deposits.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { bitcoin } = context.providers;
const usual = { listWaiting: bitcoin.listWaiting, readSpend: bitcoin.readSpend };
afterEach(async () => {
  Object.assign(bitcoin, usual);
  await expectSound(world);
});

/** Strangers' transactions before all others, as many as wait on a busy chain; the node is asked for some of them. */
function fillMempool(count: number): { reads: () => number } {
  const strangers = new Set(Array.from({ length: count }, (_, index) => index.toString(16).padStart(64, '0')));
  let reads = 0;
  bitcoin.listWaiting = async () => [...strangers, ...(await usual.listWaiting())];
  bitcoin.readSpend = async (txid) => {
    reads += 1;
    return strangers.has(txid) ? { txid, inputs: [], payments: [] } : usual.readSpend(txid);
  };
  return { reads: () => reads };
}

test('growth: a deposit is seen at once among more waiting transactions than can be read', async () => {
  const access = await world.signIn();
  const { order } = await world.buy(access, {
    payin_currency: 'BTC',
    payin_group: 'bitcoin',
    payin_amount: '0.02',
    payout_currency: 'EUR',
    payout_group: 'balance',
    dst_address: '',
  });
  const read = async () =>
    z
      .looseObject({ status: z.string(), crypto_address: z.string(), payin_confirmations: z.int().nullable() })
      .parse(await world.read(order.nice_id, access));
  const mempool = fillMempool(20_000);
  await scanDeposits(context, bitcoinDeposits);
  const address = (await read()).crypto_address;
  await sandbox.send('bitcoin', { address, amount: '0.02' });
  await scanDeposits(context, bitcoinDeposits);
  expect((await read()).payin_confirmations).toBe(0);
  expect(mempool.reads()).toBeLessThan(1100);
  await sandbox.mine('bitcoin', 1);
  await scanDeposits(context, bitcoinDeposits);
  expect((await read()).status).toBe('finished');
});
