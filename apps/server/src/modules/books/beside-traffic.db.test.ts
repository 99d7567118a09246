import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ManualClock } from '@causeway/testing/manual-clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../database/create-database.ts';
import type { Executor } from '../../database/db.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { newUuid } from '../../new-uuid.ts';
import { OperatorFault } from '../operators/record-action.ts';
import { addHistory, listHistory } from '../order-lifecycle/change-status.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyOrder } from '../transactions/fixtures/copy-order.ts';
import { archiveMonth } from './archive-month.ts';
import { findBooksFaults } from './check-books.ts';
import { restoreMonth } from './restore-month.ts';

const world = await openOrderWorld({ connections: 12 });
const { context } = world;
const clock = new ManualClock();
const then = { ...context, clock };
const db = createDatabase(world.ownerUrl, { poolSize: 1 });
afterAll(() => db.destroy());
const owner = { ...context, db, clock: { now: () => new Date('2026-11-20T10:00:00Z') } };
const folder = await mkdtemp(join(tmpdir(), 'causeway-beside-'));
const who = { month: '2024-01', folder, operator: 'grace' };
const path = join(folder, 'causeway-2024-01.jsonl.gz');
let orderId = '';
/** More than the database waits before it looks for a deadlock: then the client would be its victim. */
const longMs = 1500;

const lock = (trx: Executor) => trx.selectFrom('orders').select('status').where('orderId', '=', orderId).forUpdate();
const post = (trx: Executor, of = context) =>
  postEntry(trx, of, {
    kind: 'test',
    reference: 'test',
    idempotencyKey: newUuid(context),
    postings: [{ from: paths.worldBank('one'), to: paths.treasury, amount: 1n, currency: 'EUR' }],
  });
const late = (trx: Executor) =>
  addHistory(context, trx, { orderId, from: 'canceled', to: 'canceled', reason: 'payment_late', actor: 'system' });
const client = (work: (trx: Executor) => Promise<unknown>) => context.db.transaction().execute(work);

/** As an operator gives a command that was refused once more. */
async function insist(command: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    try {
      await command();
      return;
    } catch (error) {
      if (!(error instanceof OperatorFault)) throw error;
    }
  }
  throw new Error('It was refused each time.');
}
const archive = () => insist(() => archiveMonth(owner, who));
const restore = () => insist(() => restoreMonth(owner, { path, operator: who.operator }));

beforeAll(async () => {
  const { order } = await world.buy(await world.signIn());
  await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, undefined);
  await sql`select open_month('2024-01-01'::date)`.execute(db);
  clock.set(new Date('2024-01-10T10:00:00Z'));
  orderId = newUuid(then);
  const at = clock.now();
  await copyOrder(world, order.nice_id, [{ orderId, status: 'canceled', createdAt: at, finishedAt: at }]);
  await client((trx) =>
    addHistory(then, trx, { orderId, from: undefined, to: 'canceled', reason: '', actor: 'system' }),
  );
  await client((trx) => post(trx, then));
});

test.each([
  ['an order and then its history', lock, late],
  ['an order and then the books', lock, post],
  ['the history and then the books', late, post],
  ['the books and then an order', post, lock],
  ['the books and then the history', post, late],
])('a client that has %s goes on beside a month that leaves and comes back', async (_what, first, second) => {
  for (const command of [archive, restore]) {
    const [had, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const served = client(async (trx) => {
      await run(trx, first);
      had.resolve();
      await goesOn.promise;
      await run(trx, second);
    });
    await had.promise;
    const begun = command();
    begun.catch(() => {});
    await sleep(longMs);
    goesOn.resolve();
    await served;
    await begun;
  }
  await rm(path);
});

test('many clients at once lose nothing and see no error', async () => {
  const traffic = { isOver: false, posted: 0, news: 0 };
  const numbers = async () => (await listHistory(context.db, orderId)).map(({ number }) => number);
  const before = (await numbers()).length;
  const clients = Array.from({ length: 6 }, async (_none, place) => {
    for (let turn = 0; !traffic.isOver; turn += 1) {
      const isLate = place === 0 && turn % 100 === 99;
      await client(async (trx) => {
        if (place % 2 === 0) await run(trx, lock);
        await post(trx);
        if (isLate) await late(trx);
      });
      traffic.posted += 1;
      traffic.news += isLate ? 1 : 0;
    }
  });
  try {
    for (let round = 0; round < 5; round += 1) {
      await archive();
      await restore();
      await rm(path);
    }
  } finally {
    traffic.isOver = true;
    await Promise.all(clients);
  }
  expect(traffic.posted).toBeGreaterThan(100);
  expect(await numbers()).toEqual(Array.from({ length: before + traffic.news }, (_none, place) => place + 1));
  expect(await findBooksFaults(db)).toEqual([]);
});

async function run(trx: Executor, step: typeof lock | typeof late | typeof post): Promise<void> {
  const built = step(trx);
  await ('execute' in built ? built.execute() : built);
}
