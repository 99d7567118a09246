import { runSql } from '@causeway/testing/run-sql';
import { expect, test } from 'vitest';
import type { AppContext } from '../../../context.ts';
import { readCoinsOf, virtualBytes } from '../../../providers/bitcoin/wallet.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { keepLooking } from '../../payout-holds/fixtures/keep-looking.ts';
import { compareWithOutside } from '../../reconciliation/reconcile.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { followPayout } from '../follow-payout.ts';
import { openSignedPayouts } from './fixtures/lose-signed-payout.ts';
import { isCancel } from './earlier-bytes.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const { bitcoin } = context.providers;
await keepLooking(context);
await world.fundWallet('0.05', 'BTC', 8);
const { sending, lose, payoutOf, readFees, follow, swap } = openSignedPayouts(world);

/** The context after so many minutes, while miners ask for so much. */
function at(minutes: number, rate: bigint | undefined, changes: Partial<typeof bitcoin> = {}): AppContext {
  const own = { ...bitcoin, estimateFeeRate: () => Promise.resolve(rate), ...changes };
  const clock = { ...context.clock, now: () => new Date(Date.now() + minutes * 60_000) };
  return { ...context, clock, providers: { ...context.providers, bitcoin: own } };
}

/** Bytes that bring a lost payout's coins back wait for a block. */
async function bringBack() {
  const made = await lose();
  const fees = await readFees();
  await broadcastPayout(sending('underpriced').context, made.orderId);
  const back = await payoutOf(made.orderId);
  expect(back.status).toBe('freeing');
  return { ...made, fees, back };
}

const rateOf = ({ rawTransaction, fee }: { rawTransaction: string | null; fee: bigint | null }) =>
  (fee ?? 0n) / virtualBytes(rawTransaction ?? '');
const agree = async () => expect(await compareWithOutside(context)).toEqual([]);
const isThere = async (txid: string | null) => (await bitcoin.getTransaction(txid ?? '')) !== undefined;

/** One of the bytes that bring the coins back is in the chain for good, and its fee is what was paid. */
async function expectBack({ orderId, fees }: { orderId: string; fees: bigint }, txid: string | null) {
  await follow(orderId, 7);
  const payout = await payoutOf(orderId);
  expect(payout).toMatchObject({ status: 'failed', txid });
  expect((await readFees()) - fees).toBe(payout.fee);
  await agree();
}

test('a stuck attempt is priced again: bytes that bring the coins of a lost payout back', async () => {
  const made = await bringBack();
  const { orderId, back } = made;
  await followPayout(at(10, 40n), orderId);
  await followPayout(at(21, 2n), orderId);
  await followPayout(at(21, undefined), orderId);
  expect((await payoutOf(orderId)).txid).toBe(back.txid);
  await followPayout(at(21, 40n), orderId);
  const dearer = await payoutOf(orderId);
  expect([dearer.status, rateOf(dearer), await isThere(dearer.txid), await isThere(back.txid)]).toEqual([
    'freeing',
    40n,
    true,
    false,
  ]);
  expect(isCancel(context, dearer.rawTransaction ?? '')).toBe(true);
  expect(readCoinsOf(dearer.rawTransaction ?? '').inputs).toEqual(readCoinsOf(back.rawTransaction ?? '').inputs);
  await agree();
  // It is in time for this fee, and for a higher one after as long again.
  await followPayout(at(30, 80n), orderId);
  expect((await payoutOf(orderId)).txid).toBe(dearer.txid);
  await followPayout(at(42, 80n), orderId);
  const last = await payoutOf(orderId);
  expect(rateOf(last)).toBe(80n);
  await expectBack(made, last.txid);
});

test('they pay no more than a payout may without a person', async () => {
  const made = await bringBack();
  const { NETWORK_FEE_MOST_PERCENT } = context.config;
  context.config.NETWORK_FEE_MOST_PERCENT = 2;
  await followPayout(at(21, 300n), made.orderId);
  const { amount, fee, txid } = await payoutOf(made.orderId);
  expect(fee).toBe((amount * 2n) / 100n);
  await followPayout(at(42, 300n), made.orderId);
  context.config.NETWORK_FEE_MOST_PERCENT = NETWORK_FEE_MOST_PERCENT;
  await expectBack(made, txid);
});

test('the cheaper bytes are the ones where a block takes them, or the network refuses the dearer', async () => {
  const made = await bringBack();
  const { orderId, back } = made;
  let tries = 0;
  const broadcast = () => {
    tries += 1;
    return Promise.reject(new ProviderError('bitcoin', 'refused', { code: 'rejected', message: 'sending' }));
  };
  await followPayout(at(21, 40n, { broadcast }), orderId);
  await agree();
  for (const minutes of [22, 23, 41]) await followPayout(at(minutes, 40n, { broadcast }), orderId);
  expect((await payoutOf(orderId)).txid).toBe(back.txid);
  expect(tries).toBe(1);
  await agree();
  await followPayout(at(43, 40n), orderId);
  const dearer = await payoutOf(orderId);
  expect(await isThere(dearer.txid)).toBe(true);
  await swap(dearer.txid, back.rawTransaction ?? '');
  await expectBack(made, back.txid);
});

test('the payout’s own bytes that wait in their place are not raised, and stay the payout', async () => {
  const { orderId, back, first } = await bringBack();
  const listEarlier = async () => {
    const earlier = db.selectFrom('replacedPayouts').select('txid').where('payoutId', '=', back.payoutId);
    return (await earlier.execute()).map(({ txid }) => txid).toSorted();
  };
  const before = await listEarlier();
  await swap(back.txid, first);
  await followPayout(at(21, 40n), orderId);
  await followPayout(at(60, 40n), orderId);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'freeing', rawTransaction: first });
  expect(await listEarlier()).toEqual([...before, back.txid ?? ''].toSorted());
  await follow(orderId, 7);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'broadcast', rawTransaction: first });
  await sandbox.mine('bitcoin', 1);
  await agree();
});

test('coins that cost more to move than they are worth are not raised', async () => {
  await world.fundWallet('0.0002', 'BTC', 30);
  await runSql(world.ownerUrl, 'update wallet_outputs set is_spendable = false where amount > 20000');
  const made = await bringBack();
  // A person has allowed any fee.
  await db.updateTable('payouts').set({ allowedAt: new Date() }).where('orderId', '=', made.orderId).execute();
  await followPayout(at(21, 300n), made.orderId);
  const { txid, rawTransaction } = await payoutOf(made.orderId);
  expect(txid).toBe(made.back.txid);
  const { amounts } = readCoinsOf(rawTransaction ?? '');
  expect(virtualBytes(rawTransaction ?? '') * 300n).toBeGreaterThan((amounts[0] ?? 0n) + (made.back.fee ?? 0n));
  await expectBack(made, txid);
});
