import { randomUUID } from 'node:crypto';
import { runSql } from '@causeway/testing/run-sql';
import { describe, expect, test } from 'vitest';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { remakeOrder } from '../orders/fixtures/remake-order.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { checkBooks, findBooksFaults } from './check-books.ts';

const world = await openOrderWorld();
const { context } = world;
const { db } = context;

function post(from: string, to: string, kind: string, reference: string, currency = 'EUR'): Promise<unknown> {
  const entry = { kind, reference, idempotencyKey: randomUUID(), postings: [{ from, to, amount: 5n, currency }] };
  return db.transaction().execute((trx) => postEntry(trx, context, entry));
}
const alarms = async () =>
  (
    await db
      .selectFrom('alarms')
      .select('subject')
      .where('kind', '=', 'books_wrong')
      .where('clearedAt', 'is', null)
      .execute()
  ).map(({ subject }) => subject);

describe('the books by themselves', () => {
  test('an order with a final status holds nothing, except money being returned: an alarm until it is right', async () => {
    const { order } = await world.buy(await world.signIn());
    await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, undefined);
    await db.updateTable('orders').set({ status: 'canceled' }).where('niceId', '=', order.nice_id).execute();
    await checkBooks(context);
    expect(await alarms()).toEqual([]);
    const account = paths.order(order.nice_id);
    // The database would refuse it, so its trigger is switched off: the job must find what was let in meanwhile.
    await runSql(world.ownerUrl, 'alter table ledger_balances disable trigger ledger_balances_of_ended_orders');
    await post(paths.treasury, account, 'test', order.nice_id);
    await runSql(world.ownerUrl, 'alter table ledger_balances enable trigger ledger_balances_of_ended_orders');
    expect(await findBooksFaults(db)).toEqual([{ subject: order.nice_id, fault: 'ended as canceled and holds 5 EUR' }]);
    await checkBooks(context);
    expect(await alarms()).toEqual([order.nice_id]);
    const { orderId } = await db
      .selectFrom('orders')
      .select('orderId')
      .where('niceId', '=', order.nice_id)
      .executeTakeFirstOrThrow();
    const refund = { refundId: randomUUID(), orderId, amount: 5n, currency: 'EUR', method: 'bank', reason: 'late' };
    await db
      .insertInto('refunds')
      .values({ ...refund, sourceKey: 'test', status: 'planned', createdAt: context.clock.now() })
      .execute();
    expect(await findBooksFaults(db)).toEqual([]);
    await post(account, paths.treasury, 'test', order.nice_id);
    await db.updateTable('refunds').set({ status: 'done' }).where('orderId', '=', orderId).execute();
    await checkBooks(context);
    expect(await alarms()).toEqual([]);
  });

  test('an order that is made of a transfer and waits without it is reported', async () => {
    const { order } = await world.buy(await world.signIn(), { payin_group: 'sepa' });
    const { orderId } = await db
      .selectFrom('orders')
      .select('orderId')
      .where('niceId', '=', order.nice_id)
      .executeTakeFirstOrThrow();
    const now = context.clock.now();
    const sent = { bank: 'test', outsideId: 'one', iban: 'DE00', reference: '', amount: 5n, currency: 'EUR' };
    const sender = { senderName: 'Ada Lovelace', senderIban: 'DE00', bookedAt: now, createdAt: now };
    const transfer = { ...sent, ...sender, transferId: randomUUID(), orderId, status: 'matched' };
    await db.insertInto('bankTransfers').values(transfer).execute();
    expect(await findBooksFaults(db)).toEqual([]);
    await runSql(world.ownerUrl, `delete from bank_requisites where order_id = '${orderId}'`);
    expect(await findBooksFaults(db)).toEqual([]);
    await db.updateTable('bankTransfers').set({ status: 'taken' }).where('orderId', '=', orderId).execute();
    expect(await findBooksFaults(db)).toEqual([
      { subject: order.nice_id, fault: expect.stringContaining('the transfer it is made of is not to be credited') },
    ]);
    await db.updateTable('orders').set({ status: 'canceled' }).where('orderId', '=', orderId).execute();
    expect(await findBooksFaults(db)).toEqual([]);
  });

  test('an order that is given more than it was sold is reported', async () => {
    const { order } = await world.buy(await world.signIn());
    await post(paths.treasury, paths.order(order.nice_id), 'conversion', order.nice_id, 'BTC');
    const [fault] = await findBooksFaults(db);
    expect(fault).toMatchObject({ subject: order.nice_id, fault: expect.stringContaining('given 5 BTC') });
    expect(await findBooksFaults(db, new Date(Date.now() + 60_000))).toEqual([]);
    await remakeOrder(world.ownerUrl, order.nice_id, 'payout_amount = 5');
    expect(await findBooksFaults(db)).toEqual([]);
  });
});
