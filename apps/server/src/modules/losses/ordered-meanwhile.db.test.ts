import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { holdClient } from '../clients/store.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, buy, hear, order } = await openLossWorld({ connections: 6 });
const { context, sandbox } = world;
const { db } = context;

const countWaiting = async () => {
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return (await waiting.execute(db)).rows.length;
};
const untilWaiting = (count: number) =>
  vi.waitUntil(async () => (await countWaiting()) === count, { timeout: 10_000, interval: 20 });

test('an order that is made while a loss waits for its client is held before the client, and ends', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = db.transaction().execute(async (trx) => {
    await holdClient(trx, client.clientId);
    held.resolve();
    await end.promise;
  });
  await held.promise;
  const made = order(client, amount / 2n, toEther);
  await untilWaiting(1);
  await sandbox.settlePayment(payment, 'chargeback', 0);
  const lost = hear(payment);
  await untilWaiting(2);
  end.resolve();
  const ended = await Promise.allSettled([other, made, lost]);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect((await world.read((await made).nice_id, client.access)).status).toBe('canceled');
  expect(await both(client, 'BTC')).toEqual([0n, amount]);
  await expectSound(world);
});
