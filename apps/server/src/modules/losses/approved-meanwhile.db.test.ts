import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { holdClient } from '../clients/store.ts';
import { lockOrder } from '../order-lifecycle/store.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, report, buy, order } = await openLossWorld({ connections: 3 });
const { db } = world.context;

const isWaiting = async () =>
  (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db))
    .rows.length > 0;

test('a loss waits for an order that is approved meanwhile before it holds its client', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  const { nice_id } = await order(client, amount / 2n, toEther);
  const approved = db.selectFrom('orders').select(['orderId', 'clientId']).where('niceId', '=', nice_id);
  const { orderId, clientId } = await approved.executeTakeFirstOrThrow();
  const [held, booking] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // As `approveOrder` does it, with the loss on its way before the client is held.
  const approval = db.transaction().execute(async (trx) => {
    await lockOrder(trx, orderId);
    held.resolve();
    await booking.promise;
    await holdClient(trx, clientId);
  });
  await held.promise;
  const loss = report(payment, 'chargeback');
  const ended = Promise.allSettled([approval, loss]);
  await vi.waitUntil(isWaiting, { timeout: 10_000, interval: 20 });
  booking.resolve();
  expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect((await world.read(nice_id)).status).toBe('canceled');
  expect(await both(client, 'BTC')).toEqual([0n, amount]);
  await expectSound(world);
}, 60_000);
