import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openLossWorld } from './fixtures/open-loss-world.ts';

const { world, both, free, hear, report, buy, withdraw } = await openLossWorld({ connections: 6 });
const { context, sandbox } = world;
const { db } = context;

const isWaiting = async () =>
  (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db))
    .rows.length > 0;

/** Wins a payment, and has another loss booked before that is committed. */
async function during(niceId: string, win: () => Promise<void>, lose: () => Promise<void>) {
  const [locked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The alarm of the payment is cleared last.
  const holding = db.transaction().execute(async (trx) => {
    await sql`select from alarms where kind = 'chargeback' and subject = ${niceId} for update`.execute(trx);
    locked.resolve();
    await end.promise;
  });
  await locked.promise;
  const won = win();
  await vi.waitUntil(isWaiting, { timeout: 10_000, interval: 20 });
  const lost = lose();
  const isBooked = await Promise.race([
    lost.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 3000)),
  ]);
  end.resolve();
  await Promise.all([holding, won, lost]);
  return isBooked;
}

/** Two purchases, of which more than one has left for good, and what is left. */
async function withdrawn() {
  const client = await world.signInClient();
  const [first, second] = [await buy(client), await buy(client)];
  await withdraw(client, ((await free(client, 'BTC')) * 3n) / 5n);
  return { client, first, second, left: await free(client, 'BTC') };
}

test('two card payments that are won at once', async () => {
  const { client, first, second, left } = await withdrawn();
  for (const { payment } of [first, second]) await report(payment, 'chargeback');
  for (const { payment } of [first, second]) await sandbox.settlePayment(payment, 'won', 0);
  await during(
    second.niceId,
    () => hear(second.payment),
    () => hear(first.payment),
  );
  expect(await both(client, 'BTC')).toEqual([left, 0n]);
  await expectSound(world);
});

test('a card payment that is lost while another is won', async () => {
  const { client, first, second, left } = await withdrawn();
  await report(first.payment, 'chargeback');
  await sandbox.settlePayment(first.payment, 'won', 0);
  await sandbox.settlePayment(second.payment, 'chargeback', 0);
  await during(
    first.niceId,
    () => hear(first.payment),
    () => hear(second.payment),
  );
  expect(await both(client, 'BTC')).toEqual([0n, left]);
  await expectSound(world);
});
