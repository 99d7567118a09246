import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { holdClient } from '../clients/store.ts';
import { lockOrder } from '../order-lifecycle/store.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openLossWorld, toBank, toEther } from './fixtures/open-loss-world.ts';

const { world, both, report, buy, order, spend } = await openLossWorld({ connections: 3 });
const { db } = world.context;

const isWaiting = async () =>
  (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db))
    .rows.length > 0;

/** Another transaction holds an order, and then its client, with a loss of what had paid for it on its way between. */
async function meet(niceId: string, payment: string) {
  const found = db.selectFrom('orders').select(['orderId', 'clientId']).where('niceId', '=', niceId);
  const { orderId, clientId } = await found.executeTakeFirstOrThrow();
  const [held, booking] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = db.transaction().execute(async (trx) => {
    await lockOrder(trx, orderId);
    held.resolve();
    await booking.promise;
    await holdClient(trx, clientId);
  });
  await held.promise;
  const loss = report(payment, 'chargeback');
  const ended = Promise.allSettled([other, loss]);
  await vi.waitUntil(isWaiting, { timeout: 10_000, interval: 20 });
  booking.resolve();
  expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
}

test('a loss waits for an order that is approved meanwhile before it holds its client', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  const { nice_id } = await order(client, amount / 2n, toEther);
  await meet(nice_id, payment);
  expect((await world.read(nice_id)).status).toBe('canceled');
  expect(await both(client, 'BTC')).toEqual([0n, amount]);
  await expectSound(world);
});

test.each(['processing', 'finished', 'refunded'] as const)(
  'a loss waits for an order that is %s before it holds its client',
  async (status) => {
    const client = await world.signInClient();
    const { payment, amount } = await buy(client);
    await world.sandbox.setBankMode('hold');
    const niceId = await spend(client, amount / 2n, toBank);
    await world.work();
    const [payout] = await world.sandbox.bankPayouts(niceId);
    const ends = { processing: undefined, finished: 'settled', refunded: 'returned' } as const;
    const outcome = ends[status];
    if (outcome !== undefined) await world.sandbox.endBankPayout(payout?.id ?? '', outcome, 0);
    await world.work({ isEarly: true });
    expect((await world.read(niceId)).status).toBe(status);
    await meet(niceId, payment);
    expect((await both(client, 'BTC'))[1]).toBe(amount - amount / 2n);
    await expectSound(world);
    if (status === 'processing') await world.sandbox.endBankPayout(payout?.id ?? '', 'settled', 0);
    await world.work({ isEarly: true });
  },
);
