import { expect, test } from 'vitest';
import type { AppContext } from '../../../context.ts';
import { createWallet } from '../../../providers/bitcoin/wallet.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { confirmCardPayment } from '../../acquirer-payins/results/apply-card-payment.ts';
import { creditPayoutToBalance } from '../../operating/blocked-payouts.ts';
import { findOrder } from '../../order-lifecycle/store.ts';
import { expectSound } from '../../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { compareWallet } from '../../reconciliation/compare-wallet.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { buildPayouts } from '../build-payout.ts';
import { followPayout } from '../follow-payout.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
await world.fundWallet('0.2');
const { bitcoin } = context.providers;

type Answer = 'rejected' | 'underpriced' | 'takes' | 'hides';

/** A network that answers one sending after another like this, and then takes all; `hides`: it was taken unseen. */
function sending(...answers: readonly Answer[]): { context: AppContext; bytes: string[] } {
  const bytes: string[] = [];
  const broadcast = async (raw: string) => {
    const answer = answers[bytes.length] ?? 'takes';
    bytes.push(raw);
    if (answer === 'takes') return bitcoin.broadcast(raw);
    throw new ProviderError('bitcoin', 'refused', {
      code: answer === 'hides' ? 'rejected' : answer,
      message: 'sending',
    });
  };
  const estimateFeeRate = () => Promise.resolve(2n);
  return {
    context: { ...context, providers: { ...context.providers, bitcoin: { ...bitcoin, broadcast, estimateFeeRate } } },
    bytes,
  };
}

/** A payout that is signed, that no node has, and whose payment was taken back. */
async function lost() {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access);
  const payment = await world.paymentOf(order.nice_id);
  const report = async (result: 'approved' | 'chargeback' | 'won') => {
    await sandbox.settlePayment(payment, result, 0);
    await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  };
  await report('approved');
  const niceId = order.nice_id;
  const { orderId } = (await findOrder(db, { niceId })) ?? { orderId: '' };
  const refused = sending('rejected');
  await buildPayouts(refused.context, [{ orderId }]);
  await report('chargeback');
  return { orderId, niceId, report, first: refused.bytes[0] ?? '' };
}

const payoutOf = (orderId: string) =>
  db.selectFrom('payouts').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow();
const readSpendable = async () => {
  const rows = db.selectFrom('walletOutputs').select('amount').where('isSpendable', '=', true);
  const free = await rows.where('spentByPayoutId', 'is', null).execute();
  return free.reduce((sum, { amount }) => sum + amount, 0n);
};
const backOf = (raw: string) => createWallet(context.config).ownOutputs(raw);
const follow = async (orderId: string, blocks: number) => {
  await sandbox.mine('bitcoin', blocks);
  await followPayout(context, orderId);
};

test('what no node takes brings its coins back to the wallet, once its payment was taken back', async () => {
  const free = await readSpendable();
  const { orderId, niceId } = await lost();
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
}, 60_000);

test('is made dearer as long as it is too cheap, also after it has been forgotten', async () => {
  const { orderId } = await lost();
  const { bytes, context: own } = sending('underpriced', 'underpriced', 'takes');
  await broadcastPayout(own, orderId);
  expect(bytes).toHaveLength(3);
  const { txid } = await payoutOf(orderId);
  await sandbox.mine('bitcoin', 1);
  await sandbox.reorganise('bitcoin', 1, [txid ?? '']);
  const again = sending('underpriced');
  await followPayout(again.context, orderId);
  expect(again.bytes).toHaveLength(1);
  expect(await compareWallet(context)).toEqual([]);
  await followPayout(context, orderId);
  await follow(orderId, 7);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'failed' });
  // The sandbox's journal counts what was forgotten too.
  expect(await compareWallet(context)).toEqual([]);
}, 60_000);

test('brings them back too where a block takes the cheaper of two bytes that do', async () => {
  const { orderId } = await lost();
  const { bytes, context: own } = sending('underpriced', 'hides', 'underpriced');
  await broadcastPayout(own, orderId).catch(() => undefined);
  await broadcastPayout(own, orderId);
  expect(bytes).toHaveLength(4);
  await sandbox.mine('bitcoin', 1);
  await sandbox.reorganise('bitcoin', 1, [(await payoutOf(orderId)).txid ?? '']);
  await bitcoin.broadcast(bytes[1] ?? '');
  await follow(orderId, 1);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'freeing', rawTransaction: bytes[1] });
  expect(await compareWallet(context)).toEqual([]);
  await follow(orderId, 6);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'failed' });
  expect(await compareWallet(context)).toEqual([]);
}, 60_000);

test('has paid after all where a block takes the first bytes', async () => {
  const { orderId, niceId, first } = await lost();
  await broadcastPayout(sending('underpriced').context, orderId);
  const { txid } = await payoutOf(orderId);
  await sandbox.mine('bitcoin', 1);
  await sandbox.reorganise('bitcoin', 1, [txid ?? '']);
  await bitcoin.broadcast(first);
  await follow(orderId, 1);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'broadcast', rawTransaction: first });
  await follow(orderId, 7);
  await followPayout(context, orderId);
  expect((await world.read(niceId)).status).toBe('finished');
  expect(await compareWallet(context)).toEqual([]);
}, 60_000);

test('a payment that is won meanwhile is left to a person, as its coins have come back', async () => {
  const { orderId, report } = await lost();
  await broadcastPayout(sending('underpriced').context, orderId);
  await report('won');
  await follow(orderId, 7);
  expect(await payoutOf(orderId)).toMatchObject({ status: 'failed' });
  const open = db.selectFrom('alarms').select('kind').where('subject', '=', orderId).where('clearedAt', 'is', null);
  expect(await open.execute()).toEqual([{ kind: 'payout_failed' }]);
  expect(await compareWallet(context)).toEqual([]);
}, 60_000);
