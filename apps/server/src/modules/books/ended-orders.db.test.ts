import { randomUUID } from 'node:crypto';
import { runSql } from '@causeway/testing/run-sql';
import { beforeAll, describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import type { Executor } from '../../database/db.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld({ connections: 4 });
const { context } = world;
const { db } = context;
const law = /order_ended_holds_nothing|has ended as \w+ and would hold/;
let access = '';

beforeAll(async () => {
  access = await world.signIn();
});

async function buy(): Promise<{ niceId: string; orderId: string }> {
  const { order } = await world.buy(access);
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', order.nice_id)
    .executeTakeFirstOrThrow();
  return { niceId: order.nice_id, orderId };
}

function give(trx: Executor, niceId: string, amount = 5n): Promise<unknown> {
  const postings = [{ from: paths.treasury, to: paths.order(niceId), amount, currency: 'EUR' }];
  return postEntry(trx, context, { kind: 'test', reference: niceId, idempotencyKey: randomUUID(), postings });
}

function removeBalance(trx: Executor, niceId: string): Promise<unknown> {
  const postings = [{ from: paths.order(niceId), to: paths.treasury, amount: 5n, currency: 'EUR' }];
  return postEntry(trx, context, { kind: 'test', reference: niceId, idempotencyKey: randomUUID(), postings });
}

const end = (trx: Executor, orderId: string, status: string) =>
  trx.updateTable('orders').set({ status }).where('orderId', '=', orderId).execute();

const transact = <T>(work: (trx: Executor) => Promise<T>) => db.transaction().execute(work);

function refundOf(orderId: string) {
  const refund = { refundId: randomUUID(), orderId, amount: 5n, currency: 'EUR', method: 'bank', reason: 'late' };
  return { ...refund, sourceKey: randomUUID(), status: 'planned', createdAt: context.clock.now() };
}

describe('a final order holds nothing, and the database says so', () => {
  test.each(['finished', 'error', 'expired', 'refunded', 'canceled'])(
    'an order that holds money does not end as %s, by whichever statement comes first',
    async (status) => {
      const { niceId, orderId } = await buy();
      await transact((trx) => give(trx, niceId));
      await expect(transact((trx) => end(trx, orderId, status))).rejects.toThrow(law);
      await transact(async (trx) => {
        await end(trx, orderId, status);
        await removeBalance(trx, niceId);
      });
      await expect(transact((trx) => give(trx, niceId))).rejects.toThrow(law);
      expect(await readBalance(db, paths.order(niceId), 'EUR')).toBe(0n);
    },
  );

  test('money being returned is booked apart, until it is returned and no longer', async () => {
    const { niceId, orderId } = await buy();
    await transact((trx) => end(trx, orderId, 'expired'));
    const refund = refundOf(orderId);
    await transact(async (trx) => {
      await give(trx, niceId);
      await trx.insertInto('refunds').values(refund).execute();
    });
    await expect(transact((trx) => give(trx, niceId, 1n))).rejects.toThrow(law);
    const done = (trx: Executor) =>
      trx.updateTable('refunds').set({ status: 'done' }).where('refundId', '=', refund.refundId).execute();
    await expect(transact(done)).rejects.toThrow(law);
    await expect(
      transact((trx) =>
        trx.updateTable('refunds').set({ amount: 4n }).where('refundId', '=', refund.refundId).execute(),
      ),
    ).rejects.toThrow(law);
    await transact(async (trx) => {
      await done(trx);
      await removeBalance(trx, niceId);
    });
    expect(await readBalance(db, paths.order(niceId), 'EUR')).toBe(0n);
  });

  test('one ends it while another gives it money: one of the two happens', async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const { niceId, orderId } = await buy();
      const both = await Promise.allSettled([
        transact((trx) => end(trx, orderId, 'canceled')),
        transact((trx) => give(trx, niceId)),
      ]);
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      if (both[1].status === 'fulfilled') await transact((trx) => removeBalance(trx, niceId));
    }
  });

  test('a deposit belongs to the order of its address', async () => {
    const [mine, theirs] = [await buy(), await buy()];
    const now = context.clock.now();
    const addressId = randomUUID();
    const row = { chain: 'bitcoin', address: randomUUID(), keyIndex: 1_000_000n, keyPath: 'm/0', createdAt: now };
    await db
      .insertInto('depositAddresses')
      .values({ ...row, addressId, orderId: mine.orderId })
      .execute();
    const deposit = { depositId: randomUUID(), chain: 'bitcoin', txid: randomUUID(), outputIndex: 0, currency: 'BTC' };
    const seen = { ...deposit, addressId, amount: 5n, status: 'seen', confirmations: 0, seenAt: now, updatedAt: now };
    await expect(
      db
        .insertInto('deposits')
        .values({ ...seen, orderId: theirs.orderId })
        .execute(),
    ).rejects.toThrow('deposits_of_their_order');
    await db
      .insertInto('deposits')
      .values({ ...seen, orderId: mine.orderId })
      .execute();
    await runSql(world.ownerUrl, `delete from deposits; delete from deposit_addresses`);
  });
});
