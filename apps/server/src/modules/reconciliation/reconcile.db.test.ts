import { afterEach, describe, expect, test } from 'vitest';
import { paths } from '../../ledger/paths.ts';
import type { Posting } from '../../ledger/posting.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { sweepOrders } from '../orders/sweep-orders.ts';
import { compareWithOutside } from './compare-with-outside.ts';
import { reconcile } from './reconcile.ts';

const world = await openOrderWorld();
await world.fundWallet('2');
const access = await world.signIn();
const { context } = world;
const { db } = context;

const alarms = async () =>
  (await db.selectFrom('alarms').select(['kind', 'subject']).where('clearedAt', 'is', null).execute()).map(
    ({ kind, subject }) => `${kind} ${subject}`,
  );

describe('comparing the books with the outside', () => {
  afterEach(() => expectSound(world));

  test('finds nothing at every step of a purchase', async () => {
    const { order } = await world.buy(access);
    expect(await compareWithOutside(context)).toEqual([]);
    await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
    await world.until(order.nice_id, 'processing');
    expect(await compareWithOutside(context)).toEqual([]);
    await world.work({ isEarly: true });
    expect(await compareWithOutside(context)).toEqual([]);
    await world.sandbox.mine('bitcoin', 2);
    await world.work({ isEarly: true });
    expect(await compareWithOutside(context)).toEqual([]);
  });

  test('finds money that came for an order that had ended and whose notice was lost for good, and gives it back', async () => {
    const { order } = await world.buy(access);
    await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, access);
    await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
    expect(await reconcile(context, { pauseMs: 0 })).toEqual([]);
    await world.work();
    expect(await world.read(order.nice_id, access)).toMatchObject({ status: 'canceled', refund_method: 'card' });
  });
});

test('raises an alarm for a difference that stays, and clears it when it is gone', async () => {
  const shift: Posting = { from: paths.worldChain('bitcoin'), to: paths.treasury, amount: 5n, currency: 'BTC' };
  const post = (key: string, posting: Posting) =>
    db
      .transaction()
      .execute((trx) =>
        postEntry(trx, context, { kind: 'correction', reference: key, idempotencyKey: key, postings: [posting] }),
      );
  await post('wrong', shift);
  const found = await reconcile(context, { pauseMs: 0 });
  expect(found.map(({ subject, ours, theirs }) => [subject, ours - theirs])).toEqual([
    ['wallet bitcoin', 5n],
    ['chain bitcoin', 5n],
  ]);
  expect(await alarms()).toContain('reconciliation_difference chain bitcoin');
  await post('right', { ...shift, from: shift.to, to: shift.from });
  expect(await reconcile(context, { pauseMs: 0 })).toEqual([]);
  expect(await alarms()).toEqual([]);
});

async function makeOlder(niceId: string): Promise<void> {
  const createdAt = new Date(Date.now() - 60_000);
  const { orderId } = await db
    .updateTable('orders')
    .set({ createdAt })
    .where('niceId', '=', niceId)
    .returning('orderId')
    .executeTakeFirstOrThrow();
  await db.updateTable('cardPayments').set({ createdAt }).where('orderId', '=', orderId).execute();
}

describe('the sweeper', () => {
  test('queues what an order needs when its jobs are lost, and only that', async () => {
    const { order } = await world.buy(access);
    await makeOlder(order.nice_id);
    expect(await sweepOrders(context)).toBe(0);
    for (const name of ['expire-order', 'watch-card-payment', 'start-card-payment'])
      await world.boss.deleteAllJobs(name);
    await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
    expect(await sweepOrders(context)).toBe(2);
    expect(await sweepOrders(context)).toBe(0);
    await world.until(order.nice_id, 'processing');
  });

  test('raises an alarm for an order that no job can help', async () => {
    const { order } = await world.buy(access);
    await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
    await world.until(order.nice_id, 'processing');
    await makeOlder(order.nice_id);
    await db.updateTable('payouts').set({ status: 'stuck' }).where('status', '<>', 'settled').execute();
    await sweepOrders(context);
    expect(await alarms()).toContain(`order_stuck ${order.nice_id}`);
  });
});
