import type { AppContext } from '../../context.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { findDueKeys, type DueJob, type DueSource } from '../../jobs/due-jobs.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { dueBankPayins } from '../bank-payins/store.ts';
import { dueBankPayouts } from '../bank-payouts/jobs.ts';
import { listDueCardPayouts } from '../card-payouts/jobs.ts';
import { listDueCardPayments } from '../acquirer-payins/store.ts';
import { dueSettlement } from '../settlement/jobs.ts';
import { listDuePayouts } from '../chain-payouts/store.ts';
import { orderStatuses } from '@causeway/domain/orders/order-status';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import { expireOrderJob } from './create-order.ts';
import type { Executor } from '../../database/db.ts';
import { clearAlarm, clearRecoveredJobs, raiseAlarm } from '../alarms/raise-alarm.ts';
import { sql } from 'kysely';
import { z } from 'zod';

/** Looks for orders without a due job, and queues their next step. */
export const sweepOrdersJob = defineJob({
  name: 'sweep-orders',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 2,
  retryMaxSeconds: 30,
  everySeconds: 20,
});

/** Younger orders still have their jobs. */
const leastAgeMs = 15_000;

/**
 * Finds unfinished orders without a due job, and queues their next step. That restarts a job that was lost or given up;
 * an order that no job can help is an alarm.
 *
 * @returns how many jobs were missing
 */
export async function sweepOrders(context: AppContext): Promise<number> {
  await addUpEndedOrders(context.db);
  const before = new Date(context.clock.now().getTime() - leastAgeMs);
  const moving = new Set<string>();
  let missing = 0;
  const failed = await settleEach(context, dueSources, {
    work: 'sweep-orders',
    againWithin: 300,
    nameOf: ({ name }) => name,
    settle: async (source) => {
      for await (const { page, lost } of pageLostJobs(context.db, source, before)) {
        for (const { orderId } of page) moving.add(orderId);
        await queueMissing(context, lost);
        missing += lost.length;
      }
    },
  });
  // Which orders are stuck is known only after every source has answered.
  if (failed === 0) await alarmStuckOrders(context, before, moving);
  return missing;
}

async function queueMissing(context: AppContext, missing: readonly DueJob[]): Promise<void> {
  for (const { job, orderId } of missing) {
    context.log.warn('an order had nothing due', { job: job.name, orderId });
    await context.jobs.enqueue(context.db, job, { orderId }, { singletonKey: orderId });
  }
}

const waiting = orderStatuses.filter(isBeforeMoney);

/** Orders that still wait for money: their time ends. */
const listDueOrders: DueSource = async (executor, before, { after, size }) => {
  const rows = await executor
    .selectFrom('orders')
    .select('orderId')
    .where('status', 'in', waiting)
    .where('createdAt', '<', before)
    .where('orderId', '>', after)
    .orderBy('orderId')
    .limit(size)
    .execute();
  return rows.map(({ orderId }) => ({ orderId, job: expireOrderJob }));
};

/** Every source of next steps for orders. An order in none of them is at its end, or stuck. */
export const dueSources: readonly DueSource[] = [
  listDueOrders,
  listDueCardPayments,
  dueBankPayins,
  dueSettlement,
  listDuePayouts,
  dueBankPayouts,
  listDueCardPayouts,
];

const size = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** What a source names, and that of it for which no job waits. */
interface DuePage {
  page: DueJob[];
  lost: DueJob[];
}

/**
 * All that a source names for orders made before a moment, page by page. Each page and its jobs are of one moment: an
 * order that takes its last step between two reads would seem to have lost its job.
 */
export async function* pageLostJobs(db: AppContext['db'], source: DueSource, before: Date): AsyncGenerator<DuePage> {
  for (let after = beforeAll; ;) {
    const from = { after, size };
    const found = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const page = await source(trx, before, from);
        return { page, lost: await findLost(trx, page) };
      });
    const last = found.page.at(-1);
    if (last === undefined) return;
    yield found;
    after = last.orderId;
  }
}

async function findLost(trx: Executor, page: readonly DueJob[]): Promise<DueJob[]> {
  const lost: DueJob[] = [];
  for (const job of new Set(page.map((due) => due.job))) {
    const ofJob = page.filter((due) => due.job === job);
    const due = await findDueKeys(
      trx,
      job,
      ofJob.map(({ orderId }) => orderId),
    );
    lost.push(...ofJob.filter(({ orderId }) => !due.has(orderId)));
  }
  return lost;
}

const kind = 'order_stuck';

/**
 * Raises an alarm for every order that holds money without a next step, and clears those of orders that move again. An
 * order that ended as `error` keeps its alarm until a person clears it.
 *
 * @param moving orders with a next step
 */
async function alarmStuckOrders(context: AppContext, before: Date, moving: ReadonlySet<string>): Promise<void> {
  for (let after = beforeAll; ;) {
    const page = await context.db
      .selectFrom('orders')
      .select(['orderId', 'niceId'])
      .where('status', '=', 'processing')
      .where('createdAt', '<', before)
      .where('orderId', '>', after)
      // An order that waits for a person has an alarm of its own.
      .where('orderId', 'not in', (from) =>
        from.selectFrom('orderHolds').select('orderId').where('decision', 'is', null),
      )
      .orderBy('orderId')
      .limit(size)
      .execute();
    for (const { orderId, niceId } of page)
      if (!moving.has(orderId)) await raiseAlarm(context, context.db, { kind, subject: niceId });
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.orderId;
  }
  const reported = await context.db
    .selectFrom('alarms')
    .innerJoin('orders', 'orders.niceId', 'alarms.subject')
    .select(['orders.orderId', 'orders.niceId', 'orders.status'])
    .where('alarms.kind', '=', kind)
    .where('alarms.clearedAt', 'is', null)
    .execute();
  for (const { orderId, niceId, status } of reported)
    if (status !== 'error' && (status !== 'processing' || moving.has(orderId)))
      await clearAlarm(context, context.db, kind, niceId);
}

const counted = z.array(z.object({ status: z.string(), count: z.coerce.number() }));

/**
 * How many orders have each status, for metrics. Open ones are counted by an index of their own, however many have
 * ended; the others were counted when they ended.
 */
export async function countOrders(executor: Executor): Promise<Record<string, number>> {
  const { rows } = await sql`
    select status, sum(count)::text as count from (
      select status, count(*) as count from orders
      where status not in ('finished', 'error', 'expired', 'refunded', 'canceled') group by status
      union all select status, count from ended_orders
      union all select status, sum(change) from ended_order_changes group by status
    ) known group by status having sum(count) <> 0
  `.execute(executor);
  return Object.fromEntries(counted.parse(rows).map(({ status, count }) => [status, count]));
}

/** Adds up the orders that have ended since the last time, so that reading the counts stays fast. */
export async function addUpEndedOrders(executor: Executor): Promise<void> {
  await sql`
    with taken as (delete from ended_order_changes returning status, change),
    sums as (select status, sum(change) as change from taken group by status)
    insert into ended_orders (status, count) select status, change from sums
    on conflict (status) do update set count = ended_orders.count + excluded.count
  `.execute(executor);
}

export async function sweepAllOrders(context: AppContext): Promise<void> {
  await sweepOrders(context);
  await clearRecoveredJobs(context);
}
