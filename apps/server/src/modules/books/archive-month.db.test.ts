import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ManualClock } from '@causeway/testing/manual-clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase } from '../../database/create-database.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry, readEntry } from '../../ledger/entry.ts';
import { newUuid } from '../../new-uuid.ts';
import { addHistory, listHistory } from '../order-lifecycle/change-status.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { copyOrder } from '../transactions/fixtures/copy-order.ts';
import { archiveMonth } from './archive-month.ts';
import { checkBooks, findBooksFaults } from './check-books.ts';
import { listMonths, openMonths } from './months.ts';
import { restoreMonth } from './restore-month.ts';

const world = await openOrderWorld();
const { context } = world;
const clock = new ManualClock();
const then = { ...context, clock };
const db = createDatabase(world.ownerUrl, { poolSize: 1 });
const owner = { ...context, db, clock: { now: () => new Date('2026-11-20T10:00:00Z') } };
const folder = await mkdtemp(join(tmpdir(), 'causeway-months-'));
const operator = 'grace';
const month = '2024-01';
const path = join(folder, `causeway-${month}.jsonl.gz`);
let oldOrder = { orderId: '', niceId: '' };
afterAll(() => db.destroy());

async function post(amount: bigint, reference = 'test'): Promise<string> {
  const idempotencyKey = newUuid(context);
  const postings = [{ from: paths.worldBank('one'), to: paths.treasury, amount, currency: 'EUR' }];
  await context.db
    .transaction()
    .execute((trx) => postEntry(trx, then, { kind: 'test', reference, idempotencyKey, postings }));
  return idempotencyKey;
}

/** All data of the ledger, its history and its balances. */
async function readAll(): Promise<unknown> {
  const { rows } = await sql<{ all: unknown }>`
    select json_build_object(
      'entries', (select json_agg(entry order by entry_id) from ledger_entries entry),
      'events', (select json_agg(event order by order_id, event_number) from order_events event),
      'keys', (select json_agg(key order by entry_id) from ledger_keys key),
      'balances', (select json_agg(account order by path, currency) from ledger_accounts account)
    ) as all
  `.execute(db);
  return rows[0]?.all;
}

async function readBalances(): Promise<unknown> {
  const { rows } = await sql`select path, currency, balance from ledger_accounts order by path, currency`.execute(db);
  return rows;
}

/** What the present entries and the archived sums give together. */
async function findUnproved(): Promise<unknown[]> {
  const { rows } = await sql`
    select path, currency from (
      select path, currency, amount from ledger_lines
      union all select path, currency, amount from ledger_archived_sums
      union all select path, currency, -balance from ledger_accounts
    ) known group by path, currency having sum(amount) <> 0
  `.execute(db);
  return rows;
}

beforeAll(async () => {
  const { order } = await world.buy(await world.signIn());
  await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, undefined);
  for (const day of ['2024-01-01', '2024-02-01']) await sql`select open_month(${day}::date)`.execute(db);
  clock.set(new Date('2024-01-10T10:00:00Z'));
  const orderId = newUuid(then);
  const at = clock.now();
  const [niceId = ''] = await copyOrder(world, order.nice_id, [
    { orderId, status: 'canceled', createdAt: at, finishedAt: at },
  ]);
  oldOrder = { orderId, niceId };
  for (const to of ['payin_pending', 'canceled'] as const)
    await context.db
      .transaction()
      .execute((trx) => addHistory(then, trx, { orderId, from: undefined, to, reason: '', actor: 'system' }));
  // More than a number of JavaScript holds, and more than one page.
  await post(9_007_199_254_740_993n, niceId);
  for (let count = 0; count < 40; count += 1) await post(BigInt(count + 1));
  clock.set(new Date('2024-02-10T10:00:00Z'));
  await post(7n);
});

describe('an old month leaves the database and comes back', () => {
  test('what is young, not the oldest, unknown or still open stays, and why is said', async () => {
    const ask = (asked: string) => archiveMonth(owner, { month: asked, folder, operator });
    await expect(ask('2025-10')).rejects.toThrow('too young: months before 2025-10');
    const slow = { ...owner, config: { ...context.config, CHARGEBACK_DAYS: 1000 } };
    await expect(archiveMonth(slow, { month: '2024-02', folder, operator })).rejects.toThrow('before 2024-02');
    await expect(ask('January')).rejects.toThrow('write it as 2026-11');
    await expect(ask('2023-12')).rejects.toThrow('no month 2023-12');
    await expect(ask('2024-02')).rejects.toThrow('2024-01 is older: archive it first');
    const open = (status: string) =>
      context.db.updateTable('orders').set({ status }).where('orderId', '=', oldOrder.orderId).execute();
    await open('processing');
    await expect(ask(month)).rejects.toThrow(`the order ${oldOrder.niceId} is processing`);
    await open('canceled');
    await writeFile(path, 'mine');
    await expect(ask(month)).rejects.toThrow(`There is a file ${path} already`);
    expect(await readFile(path, 'utf8')).toBe('mine');
    await rm(path);
  });

  test('balances, sums and later work are as before, and the month comes back as it was', async () => {
    const [before, balances] = [await readAll(), await readBalances()];
    const { sums } = await archiveMonth(owner, { month, folder, operator });
    expect(sums.ledger_entries.rows).toBe(41);
    expect(sums.order_events.rows).toBe(2);
    expect(await readBalances()).toEqual(balances);
    expect(await findUnproved()).toEqual([]);
    expect(await findBooksFaults(db)).toEqual([]);
    expect(await compareWithOutside(context)).toEqual([]);
    expect((await listMonths(db))[0]).toContain(`2024-01  ledger_entries  archived`);
    await expect(archiveMonth(owner, { month, folder, operator })).rejects.toThrow('no month 2024-01');
    // It is not opened again, and the server goes on.
    await openMonths(context);
    await checkBooks(context);
    const { rows } = await sql<{
      name: string | null;
    }>`select to_regclass('ledger_entries_2024_01')::text as name`.execute(db);
    expect(rows).toEqual([{ name: null }]);
    expect(await listHistory(context.db, oldOrder.orderId)).toEqual([]);

    const restored = await restoreMonth(owner, { path, operator });
    expect(restored.sums).toEqual(sums);
    expect(await readAll()).toEqual(before);
    expect(await findUnproved()).toEqual([]);
    await expect(restoreMonth(owner, { path, operator })).rejects.toThrow('2024-01 is not archived');
    const actions = await db.selectFrom('operatorActions').select(['action', 'operator', 'subject']).execute();
    expect(actions).toEqual(
      ['month_archived', 'month_restored'].map((action) => ({ action, operator, subject: month })),
    );
  });

  test('what happens to an order meanwhile is numbered on, and lies with the others afterwards', async () => {
    await rm(path);
    await archiveMonth(owner, { month, folder, operator });
    await context.db.transaction().execute((trx) =>
      addHistory(context, trx, {
        ...oldOrder,
        from: 'canceled',
        to: 'canceled',
        reason: 'payment_late',
        actor: 'system',
      }),
    );
    const numbers = async () =>
      (
        await context.db
          .selectFrom('orderEvents')
          .select('eventNumber')
          .where('orderId', '=', oldOrder.orderId)
          .orderBy('eventNumber')
          .execute()
      ).map(({ eventNumber }) => eventNumber);
    expect(await numbers()).toEqual([3]);
    await restoreMonth(owner, { path, operator });
    expect(await numbers()).toEqual([1, 2, 3]);
    await context.db.transaction().execute((trx) =>
      addHistory(context, trx, {
        ...oldOrder,
        from: 'canceled',
        to: 'canceled',
        reason: 'payment_late',
        actor: 'system',
      }),
    );
    expect(await numbers()).toEqual([1, 2, 3, 4]);
  });

  test('an entry of an archived month says where it is, its key is never given again', async () => {
    clock.set(new Date('2024-01-20T10:00:00Z'));
    const key = await post(3n);
    await rm(path);
    await archiveMonth(owner, { month, folder, operator });
    await expect(readEntry(db, { idempotencyKey: key })).rejects.toThrow('restore its month');
    const postings = [{ from: paths.worldBank('one'), to: paths.treasury, amount: 3n, currency: 'EUR' }];
    const again = { kind: 'test', reference: 'test', idempotencyKey: key, postings };
    await expect(context.db.transaction().execute((trx) => postEntry(trx, context, again))).rejects.toThrow();
    await restoreMonth(owner, { path, operator });
  });

  test.each([
    ['a row of it was changed', (text: string) => text.replace('"amounts":[3]', '"amounts":[4]')],
    ['a row is gone', (text: string) => text.split('\n').toSpliced(3, 1).join('\n')],
    ['it ends too early', (text: string) => text.split('\n').slice(0, 5).join('\n')],
    ['it is something else', () => 'hello\n'],
  ])('a file is refused of which %s, and nothing changes', async (_why, change) => {
    await rm(path, { force: true });
    await archiveMonth(owner, { month, folder, operator });
    const whole = await readFile(path);
    const before = await readAll();
    await writeFile(path, gzipSync(change(gunzipSync(whole).toString())));
    await expect(restoreMonth(owner, { path, operator })).rejects.toThrow(/checksum|too early|damaged/);
    await writeFile(path, whole.subarray(0, whole.length / 2));
    await expect(restoreMonth(owner, { path, operator })).rejects.toThrow();
    expect(await readAll()).toEqual(before);
    await writeFile(path, whole);
    await restoreMonth(owner, { path, operator });
  });

  // The rows have left, and nothing but the file has them.
  test('the file stays where the database has taken the month out and its answer was lost', async () => {
    await rm(path, { force: true });
    const before = await readAll();
    const begin = db.transaction.bind(db);
    const lost = vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
      const builder = begin();
      const execute = builder.execute.bind(builder);
      builder.execute = async (work) => {
        await execute(work);
        throw new Error('Connection terminated unexpectedly');
      };
      return builder;
    });
    await expect(archiveMonth(owner, { month, folder, operator })).rejects.toThrow(path);
    lost.mockRestore();
    expect((await listMonths(db))[0]).toContain('2024-01  ledger_entries  archived');
    await restoreMonth(owner, { path, operator });
    expect(await readAll()).toEqual(before);
  });

  // Months of now would leave: what is paid and charged back now, and each check of the books, reads them.
  test('a program whose clock is ahead archives nothing', async () => {
    await rm(path, { force: true });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 365 * 24 * 3_600_000 });
    try {
      await expect(archiveMonth(owner, { month, folder, operator })).rejects.toThrow('The clocks of this server');
    } finally {
      vi.useRealTimers();
    }
  });
});
