import { describe, expect, test } from 'vitest';
import { ProviderError } from '../../../providers/provider-error.ts';
import { crashAt } from '../../orders/fixtures/crash-at.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { compareWallet } from '../../reconciliation/compare-wallet.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { followPayout } from '../follow-payout.ts';
import { openSignedPayouts } from './fixtures/lose-signed-payout.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('0.05', 'BTC', 8);
const { sendingBy, sending, sign, lose, payoutOf, readFees, follow } = openSignedPayouts(world);

/** Blocks come until the payout is settled or its coins are back. @returns how it ended, once its fee is right */
async function end(orderId: string, feesBefore: bigint): Promise<string> {
  for (let block = 0; block < 8; block += 1) await follow(orderId, 1);
  const { status, fee } = await payoutOf(orderId);
  expect((await readFees()) - feesBefore).toBe(fee);
  expect(await compareWallet(context)).toEqual([]);
  return status;
}

/** A worker is refused, makes dearer bytes, and sends them after another one has sent and booked the cheaper. */
async function race(orderId: string) {
  const { bitcoin } = context.providers;
  const gate = Promise.withResolvers<void>();
  const late = sendingBy(async (raw) => {
    await gate.promise;
    return bitcoin.broadcast(raw);
  });
  const one = broadcastPayout(late, orderId);
  let isFirst = true;
  const refused = sendingBy(async (raw) => {
    if (isFirst) {
      isFirst = false;
      throw new ProviderError('bitcoin', 'refused', { code: 'underpriced', message: 'sending' });
    }
    gate.resolve();
    await one.catch(() => undefined);
    return bitcoin.broadcast(raw);
  });
  await Promise.allSettled([one, broadcastPayout(refused, orderId)]);
}

describe('two workers that send a payout at once have paid one fee, of the bytes that are stored', () => {
  test('where they pay its client', async () => {
    const { orderId, niceId } = await sign();
    const fees = await readFees();
    await race(orderId);
    expect(await end(orderId, fees)).toBe('settled');
    expect((await world.read(niceId)).status).toBe('finished');
    const { txid } = await payoutOf(orderId);
    const change = context.db
      .selectFrom('walletOutputs')
      .select('isSpendable')
      .where('txid', '=', txid ?? '');
    expect(await change.execute()).toEqual([{ isSpendable: true }]);
  });

  test('where they bring its coins back', async () => {
    const { orderId } = await lose();
    const fees = await readFees();
    await broadcastPayout(sending('underpriced', 'rejected').context, orderId).catch(() => undefined);
    expect((await payoutOf(orderId)).status).toBe('signed');
    await race(orderId);
    expect(await end(orderId, fees)).toBe('failed');
  });

  test('where all of them are refused first, and all look at the chain at once', async () => {
    const { orderId } = await lose();
    const fees = await readFees();
    const networks = [sending('underpriced'), sending('underpriced'), sending('underpriced', 'underpriced')];
    await Promise.allSettled(networks.map(({ context: own }) => broadcastPayout(own, orderId)));
    for (const blocks of [0, 7]) {
      if (blocks > 0) await sandbox.mine('bitcoin', blocks);
      await Promise.allSettled([followPayout(context, orderId), followPayout(context, orderId)]);
    }
    expect(await end(orderId, fees)).toBe('failed');
  });
});

test.each(['before', 'after'] as const)(
  'coins come back once where a program dies %s each of its commits',
  async (when) => {
    let isPast = false;
    for (let at = 1; !isPast; at += 1) {
      const { orderId } = await lose();
      const fees = await readFees();
      const dying = crashAt(context.db, at, when);
      await broadcastPayout({ ...sending('underpriced').context, db: dying.db }, orderId).catch(() => undefined);
      isPast = dying.count() < at;
      await broadcastPayout(sending('underpriced').context, orderId);
      expect(await compareWallet(context)).toEqual([]);
      for (const blocks of [3, 4]) {
        await sandbox.mine('bitcoin', blocks);
        await followPayout({ ...context, db: crashAt(context.db, at, when).db }, orderId).catch(() => undefined);
      }
      expect(await end(orderId, fees)).toBe('failed');
    }
  },
);
