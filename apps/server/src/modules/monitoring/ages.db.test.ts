import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { allJobs } from '../../worker.ts';
import { addUpEndedOrders, countOrders } from '../orders/sweep-orders.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { ageLimits, jobAgeLimits, jobProviders } from './age-limits.ts';
import { readAges } from './read-ages.ts';
import { judgeAges, watchAges } from './watch-ages.ts';

const world = await openOrderWorld();
const { context } = world;
const { db } = context;

const overdue = async () =>
  (
    await db
      .selectFrom('alarms')
      .select('subject')
      .where('kind', '=', 'overdue')
      .where('clearedAt', 'is', null)
      .orderBy('subject')
      .execute()
  ).map(({ subject }) => subject);
const day = 24 * 3600;

describe('alarms do not hang on the jobs they watch', () => {
  test('every job that runs by itself has a row with its limit, and no row is of another', () => {
    const byThemselves = allJobs
      .map(({ definition }) => definition)
      .filter(({ everySeconds, schedule }) => everySeconds !== undefined || schedule !== undefined);
    expect(Object.keys(jobAgeLimits).toSorted()).toEqual(byThemselves.map(({ name }) => name).toSorted());
    const asked = byThemselves.flatMap(({ name, provider }) => (provider === undefined ? [] : [[name, provider]]));
    expect(jobProviders).toEqual(Object.fromEntries(asked));
    for (const { name, everySeconds = 0 } of byThemselves)
      expect(Object.entries(jobAgeLimits).find(([job]) => job === name)?.[1]).toBeGreaterThan(everySeconds * 3);
  });

  test('a stalled job is reported from outside, and no longer once it runs', async () => {
    const watch = watchAges(context);
    await expect.poll(async () => (await readAges(context)).get('reconcile')).toBeDefined();
    await watch.stop();
    expect(await judgeAges(context, await readAges(context), day)).toEqual([]);
    await sql`update recurring_jobs set done_at = now() - interval '1 hour' where name in ('reconcile', 'scan-wallet')`.execute(
      db,
    );
    expect(await judgeAges(context, await readAges(context), day)).toEqual(['reconcile', 'scan-wallet']);
    expect(await overdue()).toEqual(['reconcile', 'scan-wallet']);
    await sql`update recurring_jobs set done_at = now()`.execute(db);
    expect(await judgeAges(context, await readAges(context), day)).toEqual([]);
    expect(await overdue()).toEqual([]);
  });

  test('what grew old while nothing ran has its limit to catch up', async () => {
    await sql`update recurring_jobs set done_at = now() - interval '1 hour' where name = 'reconcile'`.execute(db);
    expect(await judgeAges(context, await readAges(context), ageLimits.reconcile - 1)).toEqual([]);
    await sql`update recurring_jobs set done_at = now()`.execute(db);
  });

  test('an untaken job and a silent market are reported', async () => {
    await world.buy(await world.signIn());
    await sql`update pgboss.job set start_after = now() - interval '1 hour' where state = 'created'`.execute(db);
    const ages = await readAges(context);
    expect(ages.get('due_job')).toBeGreaterThan(3500);
    expect(ages.get('price')).toBeLessThan(ageLimits.price);
    const silent = {
      ...context,
      rates: { ...context.rates, readGuard: () => ({ ...context.rates.readGuard(), at: undefined }) },
    };
    expect((await readAges(silent)).get('price')).toBeGreaterThan(ageLimits.price);
  });

  test('orders are counted by status, those that ended too, before and after they are added up', async () => {
    const all = async () => {
      const rows = await db
        .selectFrom('orders')
        .select(['status', ({ fn }) => fn.countAll<bigint>().as('count')])
        .groupBy('status')
        .execute();
      return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
    };
    const access = await world.signIn();
    for (const isCanceled of [true, true, false]) {
      const { order } = await world.buy(access);
      if (isCanceled) await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, access);
    }
    expect((await all())['canceled']).toBe(2);
    expect(await countOrders(db)).toEqual(await all());
    await addUpEndedOrders(db);
    expect(await countOrders(db)).toEqual(await all());
    await db.updateTable('orders').set({ status: 'refunded' }).where('status', '=', 'canceled').execute();
    expect(await countOrders(db)).toEqual(await all());
    await addUpEndedOrders(db);
    expect(await db.selectFrom('endedOrderChanges').selectAll().execute()).toEqual([]);
    expect(await countOrders(db)).toEqual(await all());
  });
});
