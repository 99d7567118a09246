import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { markLost } from '../order-lifecycle/refund-payout.ts';
import { creditPayoutToBalance } from '../operating/blocked-payouts.ts';
import { Crash, crashAt } from '../orders/fixtures/crash-at.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { watchPayoutAges } from '../orders/watch-payout-ages.ts';
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
beforeAll(() => world.fundWallet('20', 'ETH'));
afterEach(async () => {
  evm.broadcast = usual;
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});

/** Bytes that our node refuses. */
const refuse = (...isRefused: ((raw: string) => boolean)[]) => {
  evm.broadcast = (raw) =>
    isRefused.some((refuses) => refuses(raw))
      ? Promise.reject(new ProviderError('ethereum', 'refused', { code: 'rejected', message: 'invalid' }))
      : usual(raw);
};

interface Bought {
  niceId: string;
  orderId: string;
  address: string;
}

async function buyAndPay(): Promise<Bought> {
  const address = await sandbox.outsideAddress('ethereum');
  const { order } = await world.buy(access, {
    payin_amount: '60',
    payout_currency: 'ETH',
    payout_group: 'ethereum',
    dst_address: address,
  });
  await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', order.nice_id)
    .executeTakeFirstOrThrow();
  await syncCardPayment(context, orderId);
  return { niceId: order.nice_id, orderId, address };
}

const payoutOf = ({ orderId }: Bought) =>
  db.selectFrom('payouts').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow();
const numbersOf = async ({ orderId }: Bought) =>
  db
    .selectFrom('accountTransactions')
    .innerJoin('payouts', 'payouts.payoutId', 'accountTransactions.payoutId')
    .where('orderId', '=', orderId)
    .orderBy('nonce')
    .select(['nonce', 'accountTransactions.status', 'transactionId', 'bookedFee'])
    .execute();
const attemptsOf = (transactionId: string | undefined) =>
  db
    .selectFrom('accountAttempts')
    .selectAll()
    .where('transactionId', '=', transactionId ?? '')
    .orderBy('attemptNumber')
    .execute();
const received = async ({ address }: Bought) => (await sandbox.balance('ethereum', address, 'ETH')).transactions;

/** The bytes of a pay-out that our node refuses. */
async function refused(): Promise<{ one: Bought; raw: string }> {
  refuse(() => true);
  const one = await buyAndPay();
  await buildPayouts(context, [one]);
  const { rawTransaction: raw } = await payoutOf(one);
  if (raw === null) throw new Error('The pay-out was not signed.');
  refuse((sent) => sent === raw);
  return { one, raw };
}

/** The refusal lasts longer than a node is out of order. */
async function makeRefusalOld(): Promise<void> {
  await db
    .updateTable('accountTransactions')
    .set({ refusedAt: new Date(Date.now() - 3_600_000) })
    .where('refusedAt', 'is not', null)
    .execute();
}

/** A pay-out whose number is being freed: the cancel waits for a block. */
async function freeing() {
  const { one, raw } = await refused();
  await makeRefusalOld();
  await broadcastPayout(context, one.orderId);
  expect((await payoutOf(one)).status).toBe('freeing');
  const [first] = await numbersOf(one);
  const [, cancel] = await attemptsOf(first?.transactionId);
  if (first === undefined || cancel === undefined) throw new Error('Nothing is freed.');
  return { one, raw, first, cancel };
}

/** The cancel is signed, and no node has it yet, when a block includes the first transaction. */
async function minedInstead(one: Bought, raw: string): Promise<void> {
  await makeRefusalOld();
  evm.broadcast = (sent) =>
    Promise.reject(
      sent === raw
        ? new ProviderError('ethereum', 'refused', { code: 'rejected' })
        : new ProviderError('ethereum', 'unreachable'),
    );
  await expect(broadcastPayout(context, one.orderId)).rejects.toThrow(/unreachable/);
  const [first] = await numbersOf(one);
  expect((await attemptsOf(first?.transactionId)).map(({ isCancel }) => isCancel)).toEqual([false, true]);
  evm.broadcast = usual;
  await usual(raw);
  await sandbox.mine('ethereum', 1);
}

async function finish(one: Bought): Promise<void> {
  await sandbox.mine('ethereum', 3);
  await followPayout(context, one.orderId);
  expect((await world.read(one.niceId, access)).status).toBe('finished');
}

const alarms = async () =>
  (await db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).orderBy('kind').execute()).map(
    ({ kind }) => kind,
  );

/** What counts against the limit of the day. */
const outflow = async () =>
  (await db.selectFrom('walletOutflows').select('used').where('chain', '=', 'ethereum').execute()).map(
    ({ used }) => used,
  );

describe('a stuck attempt holds no other payout back: bytes that no node takes', () => {
  test('keep their number for a while, then free it for those behind, and are paid once under another', async () => {
    const { one } = await refused();
    const next = await buyAndPay();
    await buildPayouts(context, [next]);
    expect((await payoutOf(next)).status).toBe('broadcast');
    await expect(broadcastPayout(context, one.orderId)).rejects.toThrow(/invalid/);
    expect(await alarms()).toEqual(['payout_failed']);
    await sandbox.mine('ethereum', 3);
    await followPayout(context, next.orderId);
    expect((await world.read(next.niceId, access)).status).toBe('processing');

    await makeRefusalOld();
    await broadcastPayout(context, one.orderId);
    expect(await world.read(one.niceId, access)).toMatchObject({ status: 'processing', txid: '' });
    await finish(next);
    await followPayout(context, one.orderId);
    // A reorganisation could still put the first bytes into a block.
    expect(await payoutOf(one)).toMatchObject({ status: 'freeing', sending: 1 });
    await watchPayoutAges({ ...context, clock: { now: () => new Date(Date.now() + 16 * 60_000) } });
    expect(await alarms()).toEqual(['payout_failed', 'payout_waits']);
    expect(await compareWithOutside(context)).toEqual([]);

    await sandbox.mine('ethereum', 12);
    await followPayout(context, one.orderId);
    expect(await payoutOf(one)).toMatchObject({ status: 'planned', sending: 2, txid: null });
    expect((await numbersOf(one)).map(({ status }) => status)).toEqual(['cancelled']);
    const counted = await outflow();
    await buildPayouts(context, [one]);
    expect(await outflow()).toEqual(counted);
    await finish(one);
    expect(await received(one)).toHaveLength(1);
    const numbers = await numbersOf(one);
    expect(numbers.map(({ status }) => status)).toEqual(['cancelled', 'mined']);
    expect(numbers.every(({ bookedFee }) => bookedFee > 0n)).toBe(true);
    await watchPayoutAges(context);
    expect(await alarms()).toEqual([]);
  });

  test('the first bytes come into a block instead: they are the pay-out, and there is no other', async () => {
    const { one, raw } = await refused();
    await minedInstead(one, raw);
    // The restarted job.
    await broadcastPayout(context, one.orderId);
    await followPayout(context, one.orderId);
    expect((await payoutOf(one)).status).toBe('broadcast');
    await finish(one);
    expect(await received(one)).toHaveLength(1);
    expect(await payoutOf(one)).toMatchObject({ sending: 1, status: 'confirmed' });
  });

  test('a refusal that ends in time leaves the bytes as they are', async () => {
    const { one, raw } = await refused();
    refuse();
    await broadcastPayout(context, one.orderId);
    const [first] = await numbersOf(one);
    expect((await attemptsOf(first?.transactionId)).map(({ rawTransaction }) => rawTransaction)).toEqual([raw]);
    const row = db.selectFrom('accountTransactions').select('refusedAt').where('refusedAt', 'is not', null);
    expect(await row.execute()).toEqual([]);
    await finish(one);
  });

  test('a cancel that waits too long is priced again, and stays a cancel', async () => {
    const { one, cancel, first } = await freeing();
    await db
      .updateTable('accountAttempts')
      .set({ createdAt: new Date(Date.now() - 3_600_000) })
      .where('txid', '=', cancel.txid)
      .execute();
    await followPayout(context, one.orderId);
    const attempts = await attemptsOf(first.transactionId);
    expect(attempts.map(({ isCancel }) => isCancel)).toEqual([false, true, true]);
    await sandbox.mine('ethereum', 12);
    await followPayout(context, one.orderId);
    await buildPayouts(context, [one]);
    await finish(one);
    expect(await received(one)).toHaveLength(1);
  });

  test('a payment that was taken back meanwhile leaves the freed pay-out to a person', async () => {
    const { one } = await freeing();
    await sandbox.settlePayment(await world.paymentOf(one.niceId), 'chargeback', 0);
    await syncCardPayment(context, one.orderId);
    await sandbox.mine('ethereum', 12);
    await followPayout(context, one.orderId);
    expect((await payoutOf(one)).status).toBe('failed');
    expect(await received(one)).toEqual([]);
    expect(await alarms()).toEqual(['chargeback', 'payout_failed']);
    expect(await readBalance(db, paths.order(one.niceId), 'ETH')).toBeGreaterThan(0n);
    await creditPayoutToBalance(context, { niceId: one.niceId, operator: 'grace' });
    expect(await alarms()).toEqual(['chargeback']);
    await db.updateTable('alarms').set({ clearedAt: new Date() }).where('clearedAt', 'is', null).execute();
  });
});

/** Nothing was sent when its number is freed for good, and a person gives its money to the balance. */
async function expectFreed(one: Bought): Promise<void> {
  await sandbox.mine('ethereum', 12);
  await followPayout(context, one.orderId);
  expect((await payoutOf(one)).status).toBe('failed');
  expect(await received(one)).toEqual([]);
  await creditPayoutToBalance(context, { niceId: one.niceId, operator: 'grace' });
  await db.updateTable('alarms').set({ clearedAt: new Date() }).where('clearedAt', 'is', null).execute();
}

test('nor is a freed pay-out sent whose payment a loss was followed from', async () => {
  const { one } = await freeing();
  await markLost(db, one, { key: 'payment:another:via:this', lost: 1n });
  await expectFreed(one);
});

test('what is signed and not sent when its payment is taken back is not sent: its number is freed', async () => {
  const one = await buyAndPay();
  refuse(() => true);
  await buildPayouts(context, [one]);
  evm.broadcast = usual;
  expect((await payoutOf(one)).status).toBe('signed');
  await sandbox.settlePayment(await world.paymentOf(one.niceId), 'chargeback', 0);
  await syncCardPayment(context, one.orderId);
  await broadcastPayout(context, one.orderId);
  const [number] = await numbersOf(one);
  expect((await attemptsOf(number?.transactionId)).map(({ isCancel }) => isCancel)).toEqual([false, true]);
  await expectFreed(one);
});

test('bytes that wait at a low fee get none dearer once their payment was taken back: their number is freed', async () => {
  const one = await buyAndPay();
  await buildPayouts(context, [one]);
  const [first] = await numbersOf(one);
  await sandbox.settlePayment(await world.paymentOf(one.niceId), 'chargeback', 0);
  await syncCardPayment(context, one.orderId);
  await db
    .updateTable('accountAttempts')
    .set({ createdAt: new Date(Date.now() - 3_600_000) })
    .where('transactionId', '=', first?.transactionId ?? '')
    .execute();
  await followPayout(context, one.orderId);
  expect((await attemptsOf(first?.transactionId)).map(({ isCancel }) => isCancel)).toEqual([false, true]);
  await expectFreed(one);
});

describe('a reorganisation while a number is freed', () => {
  test('puts the first bytes into a block where the cancel was: nothing is sent again', async () => {
    const { one, raw, cancel } = await freeing();
    await sandbox.mine('ethereum', 11);
    await followPayout(context, one.orderId);
    expect((await payoutOf(one)).status).toBe('freeing');
    await sandbox.reorganise('ethereum', 11, [cancel.txid]);
    await usual(raw);
    await sandbox.mine('ethereum', 1);
    await followPayout(context, one.orderId);
    await finish(one);
    expect(await received(one)).toHaveLength(1);
    expect((await numbersOf(one)).map(({ status }) => status)).toEqual(['mined']);
  });

  test('puts the cancel where the first bytes were: the booked pay-out is taken back, then sent once more', async () => {
    const { one, raw } = await refused();
    await minedInstead(one, raw);
    await broadcastPayout(context, one.orderId);
    await followPayout(context, one.orderId);
    const { status, txid } = await payoutOf(one);
    expect(status).toBe('broadcast');
    expect((await world.read(one.niceId, access)).txid).toBe(txid);
    await sandbox.reorganise('ethereum', 1, [txid ?? '']);
    refuse((sent) => sent === raw);
    // The network has forgotten the first bytes: what is sent is the cancel.
    await followPayout(context, one.orderId);
    await sandbox.mine('ethereum', 12);
    await followPayout(context, one.orderId);
    expect(await payoutOf(one)).toMatchObject({ status: 'planned', sending: 2 });
    expect(await readBalance(db, paths.order(one.niceId), 'ETH')).toBeGreaterThan(0n);
    await buildPayouts(context, [one]);
    await finish(one);
    expect(await received(one)).toHaveLength(1);
  });
});

describe('a restart between each step of freeing a number', () => {
  /** What the jobs do with a pay-out, whichever state it has. */
  async function step(as: AppContext, one: Bought): Promise<void> {
    const { status } = await payoutOf(one);
    if (status === 'planned') {
      const [end] = await buildPayouts(as, [one]);
      if (end?.status === 'rejected') throw end.reason;
    } else if (status === 'signed') await broadcastPayout(as, one.orderId);
    else {
      await sandbox.mine('ethereum', 12);
      await followPayout(as, one.orderId);
    }
  }

  test.each(['before', 'after'] as const)(
    'pays once, wherever the program ends: %s a commit',
    async (when) => {
      for (let at = 1, isThrough = false; !isThrough; at += 1) {
        const { one } = await refused();
        await makeRefusalOld();
        const crashing = crashAt(db, at, when);
        while ((await payoutOf(one)).status !== 'settled')
          await step({ ...context, db: crashing.db }, one).catch((error: unknown) => {
            if (!(error instanceof Crash)) throw error;
          });
        isThrough = crashing.count() < at;
        expect((await world.read(one.niceId, access)).status).toBe('finished');
        expect(await received(one), `${when} transaction ${at}`).toHaveLength(1);
        expect((await numbersOf(one)).map(({ status }) => status)).toEqual(['cancelled', 'settled']);
      }
    },
    240_000,
  );
});
