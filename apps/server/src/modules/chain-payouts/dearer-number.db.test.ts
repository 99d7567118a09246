import { afterEach, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { broadcastPayout } from './broadcast-payout.ts';
import { buildPayouts } from './build-payout.ts';
import { followPayout } from './follow-payout.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const { evm } = context.providers;
const usual = evm.broadcast.bind(evm);
const access = await world.signIn();
await world.fundWallet('20', 'ETH');
const hourAgo = () => new Date(Date.now() - 3_600_000);
const refuse = (code: 'underpriced' | 'rejected') => {
  evm.broadcast = () => Promise.reject(new ProviderError('ethereum', 'refused', { code, message: code }));
};
afterEach(() => {
  evm.broadcast = usual;
});

const statusOf = async (orderId: string) =>
  (await db.selectFrom('payouts').select('status').where('orderId', '=', orderId).executeTakeFirstOrThrow()).status;
const attemptsOf = (orderId: string) =>
  db
    .selectFrom('accountAttempts')
    .innerJoin('accountTransactions', 'accountTransactions.transactionId', 'accountAttempts.transactionId')
    .innerJoin('payouts', 'payouts.payoutId', 'accountTransactions.payoutId')
    .selectAll('accountAttempts')
    .where('orderId', '=', orderId)
    .orderBy('attemptNumber')
    .execute();

/** A payout of which a node has refused the first bytes, and dearer ones too. */
async function signDearer() {
  const dst_address = await sandbox.outsideAddress('ethereum');
  const ether = { payout_currency: 'ETH', payout_group: 'ethereum', dst_address };
  const { nice_id: niceId } = (await world.buy(access, { payin_amount: '60', ...ether })).order;
  const payment = await world.paymentOf(niceId);
  await sandbox.settlePayment(payment, 'approved', 0);
  const named = db.selectFrom('orders').select('orderId').where('niceId', '=', niceId);
  const { orderId } = await named.executeTakeFirstOrThrow();
  await syncCardPayment(context, orderId);
  refuse('underpriced');
  await buildPayouts(context, [{ orderId }]);
  await db.updateTable('accountAttempts').set({ createdAt: hourAgo() }).execute();
  await broadcastPayout(context, orderId).catch(() => undefined);
  expect((await attemptsOf(orderId)).map(({ isCancel }) => isCancel)).toEqual([false, false]);
  return { orderId, niceId, payment, address: dst_address };
}

test.each(['its payment is lost', 'nodes refuse them for long'])(
  'dearer bytes that a block takes while their number is freed are the payout, where %s',
  async (why) => {
    const { orderId, niceId, payment, address } = await signDearer();
    if (why === 'its payment is lost') {
      await sandbox.settlePayment(payment, 'chargeback', 0);
      await syncCardPayment(context, orderId);
    } else {
      refuse('rejected');
      await db.updateTable('accountTransactions').set({ refusedAt: hourAgo() }).execute();
      await broadcastPayout(context, orderId).catch(() => undefined);
    }
    evm.broadcast = usual;
    await broadcastPayout(context, orderId);
    const [, dearer, cancel] = await attemptsOf(orderId);
    expect([cancel?.isCancel, await statusOf(orderId)]).toEqual([true, 'freeing']);
    await sandbox.mine('ethereum', 1);
    await sandbox.reorganise('ethereum', 1, [cancel?.txid ?? '']);
    await usual(dearer?.rawTransaction ?? '');
    await sandbox.mine('ethereum', 1);
    for (let look = 0; look < 5; look += 1) {
      await followPayout(context, orderId);
      await sandbox.mine('ethereum', 6);
    }
    expect((await sandbox.balance('ethereum', address, 'ETH')).transactions).toHaveLength(1);
    expect([await statusOf(orderId), (await world.read(niceId, access)).txid]).toEqual(['settled', dearer?.txid]);
    expect(await readBalance(db, paths.order(niceId), 'ETH')).toBe(0n);
    expect(await compareWithOutside(context)).toEqual([]);
  },
);
