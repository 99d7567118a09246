import { expect, test } from 'vitest';
import { createWallet } from '../../../providers/bitcoin/wallet.ts';
import { creditPayoutToBalance } from '../../operating/blocked-payouts.ts';
import { expectSound } from '../../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { compareWallet } from '../../reconciliation/compare-wallet.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { followPayout } from '../follow-payout.ts';
import { openSignedPayouts } from './fixtures/lose-signed-payout.ts';

const world = await openOrderWorld();
const { context } = world;
const { db } = context;
await world.fundWallet('0.2');
const { sending, lose, payoutOf, readSpendable, follow, swap } = openSignedPayouts(world);
const backOf = (raw: string) => createWallet(context.config).ownOutputs(raw);

test('what no node takes brings its coins back to the wallet, once its payment was taken back', async () => {
  const free = await readSpendable();
  const { orderId, niceId } = await lose();
  const { bytes, context: own } = sending('underpriced');
  await broadcastPayout(own, orderId);
  expect(bytes.map((raw) => backOf(raw).map(({ outputIndex }) => outputIndex))).toEqual([[0], [0]]);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'freeing', broadcastAt: null });
  expect(await compareWallet(context)).toEqual([]);
  await follow(orderId, 1);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'freeing' });
  expect(await compareWallet(context)).toEqual([]);
  await follow(orderId, 6);
  const { status, fee } = await payoutOf(orderId);
  expect([status, await readSpendable()]).toEqual(['failed', free - (fee ?? 0n)]);
  expect(await compareWallet(context)).toEqual([]);
  await creditPayoutToBalance(context, { niceId, operator: 'ada' });
  expect((await world.read(niceId)).status).toBe('refunded');
  await expectSound(world);
});

test('is made dearer as long as it is too cheap, also after it has been forgotten', async () => {
  const { orderId } = await lose();
  const { bytes, context: own } = sending('underpriced', 'underpriced', 'takes');
  await broadcastPayout(own, orderId);
  expect(bytes).toHaveLength(3);
  const { txid } = await payoutOf(orderId);
  await swap(txid);
  const again = sending('underpriced');
  await followPayout(again.context, orderId);
  expect(again.bytes).toHaveLength(1);
  expect(await compareWallet(context)).toEqual([]);
  await followPayout(context, orderId);
  await follow(orderId, 7);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'failed' });
  // The sandbox's journal counts what was forgotten too.
  expect(await compareWallet(context)).toEqual([]);
});

test('brings them back too where a block takes the cheaper of two bytes that do', async () => {
  const { orderId } = await lose();
  const { bytes, context: own } = sending('underpriced', 'hides', 'underpriced');
  await broadcastPayout(own, orderId).catch(() => undefined);
  await broadcastPayout(own, orderId);
  expect(bytes).toHaveLength(4);
  await swap((await payoutOf(orderId)).txid, bytes[1]);
  await follow(orderId, 1);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'freeing', rawTransaction: bytes[1] });
  expect(await compareWallet(context)).toEqual([]);
  await follow(orderId, 6);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'failed' });
  expect(await compareWallet(context)).toEqual([]);
});

test('has paid after all where a block takes the first bytes', async () => {
  const { orderId, niceId, first } = await lose();
  await broadcastPayout(sending('underpriced').context, orderId);
  const { txid } = await payoutOf(orderId);
  await swap(txid, first);
  await follow(orderId, 1);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'broadcast', rawTransaction: first });
  await follow(orderId, 7);
  await followPayout(context, orderId);
  expect((await world.read(niceId)).status).toBe('finished');
  expect(await compareWallet(context)).toEqual([]);
});

test('a payment that is won meanwhile is left to a person, as its coins have come back', async () => {
  const { orderId, report } = await lose();
  await broadcastPayout(sending('underpriced').context, orderId);
  await report('won');
  await follow(orderId, 7);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'failed' });
  const open = db.selectFrom('alarms').select('kind').where('subject', '=', orderId).where('clearedAt', 'is', null);
  expect(await open.execute()).toEqual([{ kind: 'payout_failed' }]);
  expect(await compareWallet(context)).toEqual([]);
});
