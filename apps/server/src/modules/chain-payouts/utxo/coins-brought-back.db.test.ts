import { describe, expect, test } from 'vitest';
import { createWallet } from '../../../providers/bitcoin/wallet.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { openHold } from '../../payout-holds/store.ts';
import { compareWallet } from '../../reconciliation/compare-wallet.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { followPayout } from '../follow-payout.ts';
import { openSignedPayouts } from './fixtures/lose-signed-payout.ts';

const world = await openOrderWorld();
const { context } = world;
await world.fundWallet('0.05', 'BTC', 8);
const { sending, lose, payoutOf, readSpendable, readFees, follow, swap } = openSignedPayouts(world);
const indexesOf = (raw: string | null) =>
  createWallet(context.config)
    .ownOutputs(raw ?? '')
    .map(({ outputIndex }) => outputIndex);

/** Bytes that bring a lost payout's coins back have been sent. */
async function bringBack() {
  const made = await lose();
  const fees = await readFees();
  await broadcastPayout(sending('underpriced').context, made.orderId);
  return { ...made, fees, back: await payoutOf(made.orderId) };
}

/** As `bringBack`, but the network has forgotten those bytes, and has the payout's first bytes. */
async function showFirst() {
  const made = await bringBack();
  await swap(made.back.txid, made.first);
  await followPayout(context, made.orderId);
  expect(await payoutOf(made.orderId)).toMatchObject({ status: 'freeing', rawTransaction: made.first });
  return made;
}

/** The coins are in the wallet, and one fee has left it. */
async function expectBack({ orderId, niceId, fees }: { orderId: string; niceId: string; fees: bigint }) {
  await followPayout(context, orderId);
  const { status, fee } = await payoutOf(orderId);
  expect([status, (await world.read(niceId)).status]).toEqual(['failed', 'processing']);
  expect((await readFees()) - fees).toBe(fee);
  expect(await compareWallet(context)).toEqual([]);
}

describe('coins of a lost payment that bytes bring back to the wallet are not taken for paid', () => {
  test.each([1, 7])(
    'where they were sent unheard, and are seen after the dispute is won, %i blocks deep',
    async (deep) => {
      const { orderId, niceId, report } = await lose();
      const fees = await readFees();
      const unheard = sending('underpriced', 'unheard');
      await broadcastPayout(unheard.context, orderId).catch(() => undefined);
      const back = unheard.bytes[1] ?? '';
      expect(indexesOf(back)).toEqual([0]);
      expect((await payoutOf(orderId)).status).toBe('signed');
      await report('won');
      await broadcastPayout(sending('underpriced', 'takes').context, orderId);
      const transfer = await payoutOf(orderId);
      expect([transfer.status, indexesOf(transfer.rawTransaction)]).toEqual(['broadcast', [1]]);
      await swap(transfer.txid, back);
      await follow(orderId, deep);
      if (deep < 7) await follow(orderId, 7);
      await expectBack({ orderId, niceId, fees });
    },
  );

  test('where a block takes them after the first bytes were seen, and are spendable when they are deep', async () => {
    const made = await showFirst();
    await swap((await payoutOf(made.orderId)).txid, made.back.rawTransaction ?? '');
    const free = await readSpendable();
    await follow(made.orderId, 1);
    expect([(await payoutOf(made.orderId)).status, await readSpendable()]).toEqual(['freeing', free]);
    await follow(made.orderId, 7);
    await expectBack(made);
    expect(await readSpendable()).toBeGreaterThan(free);
  });

  test('where the first bytes were in a block before', async () => {
    const made = await bringBack();
    await swap(made.back.txid, made.first);
    await follow(made.orderId, 1);
    const paid = await payoutOf(made.orderId);
    expect(paid).toMatchObject({ status: 'broadcast', rawTransaction: made.first });
    await world.sandbox.reorganise('bitcoin', 1, [paid.txid ?? '']);
    await context.providers.bitcoin.broadcast(made.back.rawTransaction ?? '');
    await follow(made.orderId, 7);
    await expectBack(made);
  });
});

test('bytes that change back and forth have cost the fee of those that a block has', async () => {
  const { orderId, first, fees, back } = await showFirst();
  const original = await payoutOf(orderId);
  expect(original.fee).not.toBe(back.fee);
  await swap(original.txid, back.rawTransaction ?? '');
  await followPayout(context, orderId);
  await swap(back.txid, first);
  await followPayout(context, orderId);
  await follow(orderId, 8);
  await followPayout(context, orderId);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'settled', fee: original.fee });
  expect((await readFees()) - fees).toBe(original.fee);
  expect(await compareWallet(context)).toEqual([]);
});

describe('the first bytes of a lost payment are not sent', () => {
  test('where the network would take them by now', async () => {
    const { orderId, first } = await lose();
    const again = sending('takes');
    await broadcastPayout(again.context, orderId);
    expect([again.bytes.length, again.bytes.includes(first)]).toEqual([1, false]);
    expect(await compareWallet(context)).toEqual([]);
  });

  test('after the network has forgotten them again, and their coins come back', async () => {
    const made = await showFirst();
    await swap((await payoutOf(made.orderId)).txid);
    const again = sending('takes');
    for (let look = 0; look < 2; look += 1) await followPayout(again.context, made.orderId);
    const { status, rawTransaction } = await payoutOf(made.orderId);
    expect([status, indexesOf(rawTransaction), again.bytes]).toEqual(['freeing', [0], [rawTransaction]]);
    await follow(made.orderId, 7);
    await expectBack(made);
  });

  // The last one, as its chain stays held.
  test('after the network has forgotten them again while the chain is held', async () => {
    const { orderId, first } = await showFirst();
    await swap((await payoutOf(orderId)).txid);
    await openHold(context, context.db, { chain: 'bitcoin', reason: 'unknown_spend', subject: 'unknown' });
    const again = sending('takes');
    await followPayout(again.context, orderId);
    expect(again.bytes).toEqual([]);
    expect(await payoutOf(orderId)).toMatchObject({ status: 'freeing', rawTransaction: first });
  });
});
