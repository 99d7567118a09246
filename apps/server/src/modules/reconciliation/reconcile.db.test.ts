import { afterEach, describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { type Posting, postEntry } from '../../ledger/entry.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { sweepOrders } from '../orders/sweep-orders.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { findNextTransfers } from './compare-bank.ts';
import { z } from 'zod';
import { compareWithOutside, reconcile } from './reconcile.ts';

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

  test('finds money that came for an order that had ended and whose webhook was lost for good, and refunds it', async () => {
    const { order } = await world.buy(access);
    await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, access);
    await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
    expect(await reconcile(context, { pauseMs: 0 })).toEqual([]);
    await world.work();
    expect(await world.read(order.nice_id, access)).toMatchObject({ status: 'canceled', refund_method: 'card' });
  });
});

test('raises an alarm for a difference that stays, and clears it when it has ended', async () => {
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

describe('orders without recent news', () => {
  const acquirer = paths.worldCard('card_one');
  const hours = (count: number) => new Date(Date.now() - count * 3600 * 1000);

  test('are compared in turn as well: a difference in an old one is found, and stays reported until it is corrected', async () => {
    const { order } = await world.buy(access);
    await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
    await world.until(order.nice_id, 'processing');
    await db
      .updateTable('cardPayments')
      .set({ updatedAt: hours(100) })
      .execute();
    await postFor(order.nice_id, { from: acquirer, to: paths.treasury, amount: 7n, currency: 'EUR' });
    const found = await reconcile(context, { pauseMs: 0 });
    expect(found.map(({ subject, ours, theirs }) => [subject, ours - theirs])).toEqual([[`card ${order.nice_id}`, 7n]]);
    // Wherever the paging has come to, a known difference is compared in every run.
    await db
      .insertInto('reconciliationCursors')
      .values({ name: 'card_orders', orderId: last })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ orderId: last }))
      .execute();
    expect(await reconcile(context, { pauseMs: 0 })).toHaveLength(1);
    await postFor(order.nice_id, { from: paths.treasury, to: acquirer, amount: 7n, currency: 'EUR' });
    expect(await reconcile(context, { pauseMs: 0 })).toEqual([]);
    expect(await alarms()).toEqual([]);
  });

  const last = 'ffffffff-ffff-4fff-8fff-ffffffffffff';

  async function postFor(reference: string, posting: Posting): Promise<void> {
    const idempotencyKey = `correction:${reference}:${posting.from}`;
    await db
      .transaction()
      .execute((trx) =>
        postEntry(trx, context, { kind: 'correction', reference, idempotencyKey, postings: [posting] }),
      );
  }
});

test('the account at the bank is compared, and unreported transfers are collected first', async () => {
  await world.sandbox.bankTransfer({
    iban: await world.sandbox.bankIban(),
    reference: 'for nobody',
    amount: '12.34',
    currency: 'EUR',
    sender_name: 'Anna Lind',
    sender_iban: 'DE89370400440532013000',
    notify: 0,
  });
  expect((await compareWithOutside(context)).map(({ subject }) => subject)).toEqual(['bank EUR']);
  expect(await reconcile(context, { pauseMs: 0 })).toEqual([]);
  expect(await compareWithOutside(context)).toEqual([]);
});

describe('reconciliation sees everything and ends', () => {
  const send = async (currency: string) =>
    z.looseObject({ id: z.string() }).parse(
      await world.sandbox.bankTransfer({
        iban: await world.sandbox.bankIban(),
        reference: 'for nobody',
        amount: '20.00',
        currency,
        sender_name: 'Anna Lind',
        sender_iban: 'DE89370400440532013000',
        notify: 0,
      }),
    );
  const unexplained = async () => (await reconcile(context, { pauseMs: 0 })).map(({ subject }) => subject);

  test('money at the bank in another currency is compared as well', async () => {
    await send('CHF');
    expect((await compareWithOutside(context)).map(({ subject }) => subject)).toEqual(['bank CHF']);
    expect(await unexplained()).toEqual([]);
    await db.transaction().execute((trx) =>
      postEntry(trx, context, {
        kind: 'correction',
        reference: 'francs',
        idempotencyKey: 'francs',
        postings: [{ from: paths.treasury, to: paths.worldBank('bank_one'), amount: 3n, currency: 'CHF' }],
      }),
    );
    expect(await unexplained()).toEqual(['bank CHF']);
    expect(await alarms()).toContain('reconciliation_difference bank CHF');
  });

  test('a return that only the bank knows is found by its transfer and booked, however old the transfer is', async () => {
    const { id } = await send('EUR');
    await collectTransfers(context);
    await db
      .updateTable('bankTransfers')
      .set({ createdAt: new Date(Date.now() - 86_400_000) })
      .where('outsideId', '=', id)
      .execute();
    const before = await readBalance(db, paths.unplaced('bank_one'), 'EUR');
    await context.providers.bank.returnTransfer({
      key: 'desk',
      id,
      reference: 'desk',
      amount: '5.00',
      currency: 'EUR',
    });
    expect(await unexplained()).not.toContain(`transfer ${id}`);
    expect(await unexplained()).not.toContain('bank EUR');
    expect(await readBalance(db, paths.unplaced('bank_one'), 'EUR')).toBe(before - 500n);
  });

  test('a difference that the bank cannot explain is compared in every run, also when its page has passed', async () => {
    const { id } = await send('EUR');
    await collectTransfers(context);
    const wrong = db.updateTable('bankTransfers').where('outsideId', '=', id);
    await wrong.set({ returnedOutside: 500n }).execute();
    expect(await unexplained()).toContain(`transfer ${id}`);
    await db
      .updateTable('reconciliationCursors')
      .set({ orderId: 'ffffffff-ffff-4fff-8fff-ffffffffffff' })
      .where('name', '=', 'bank_transfers')
      .execute();
    expect(await unexplained()).toContain(`transfer ${id}`);
    await wrong.set({ returnedOutside: 0n }).execute();
    expect(await unexplained()).not.toContain(`transfer ${id}`);
  });

  test('transfers are compared page by page, and the next run goes on where the last one stopped', async () => {
    for (let count = 0; count < 55; count += 1) await send('EUR');
    await collectTransfers(context);
    await db
      .updateTable('reconciliationCursors')
      .set({ orderId: '00000000-0000-0000-0000-000000000000' })
      .where('name', '=', 'bank_transfers')
      .execute();
    const first = await findNextTransfers(context);
    expect(first.transferIds).toHaveLength(50);
    await first.moveOn();
    const second = await findNextTransfers(context);
    expect(second.transferIds.length).toBeLessThan(50);
    expect(first.transferIds).not.toEqual(expect.arrayContaining([...second.transferIds]));
    await second.moveOn();
    expect((await findNextTransfers(context)).transferIds).toEqual(first.transferIds);
  });
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
    for (const name of ['expire-order', 'watch-card-payment']) await world.boss.deleteAllJobs(name);
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
    await db.updateTable('payouts').set({ status: 'stopped' }).where('status', '<>', 'settled').execute();
    await sweepOrders(context);
    expect(await alarms()).toContain(`order_stuck ${order.nice_id}`);
  });
});
