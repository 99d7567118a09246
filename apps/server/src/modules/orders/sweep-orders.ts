import type { AppContext } from '../../context.ts';
import { findDueKeys } from '../../jobs/find-due-keys.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { listUnsettledOrders, type UnsettledOrder } from './list-unsettled-orders.ts';
import { nextJobs, orderJobs } from './next-jobs.ts';

const pageSize = 500;
/** Younger orders are in good hands. */
const leastAgeMs = 15_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Finds orders that nothing is due for, though something is still to come, and queues it. A job that was lost or
 * given up is so taken up again; an order that no job can help is an alarm.
 *
 * @returns how many jobs were missing
 */
export async function sweepOrders(context: AppContext): Promise<number> {
  const before = new Date(context.clock.now().getTime() - leastAgeMs);
  let missing = 0;
  for (let after = beforeAll; ;) {
    const orders = await listUnsettledOrders(context.db, before, { after, size: pageSize });
    missing += await queueMissing(context, orders);
    const last = orders.at(-1);
    if (last === undefined || orders.length < pageSize) return missing;
    after = last.orderId;
  }
}

async function queueMissing(context: AppContext, orders: readonly UnsettledOrder[]): Promise<number> {
  const wanted = orders.map((order) => ({ order, jobs: nextJobs(order) }));
  for (const { order, jobs } of wanted) await tellStuck(context, order, jobs === undefined);
  let missing = 0;
  for (const job of orderJobs) {
    const ids = wanted.filter(({ jobs }) => jobs?.includes(job)).map(({ order }) => order.orderId);
    const due = await findDueKeys(context.db, job, ids);
    for (const orderId of ids.filter((id) => !due.has(id))) {
      context.log.warn('an order had nothing due', { job: job.name, orderId });
      await context.jobs.enqueue(context.db, job, { orderId }, { singletonKey: orderId });
      missing += 1;
    }
  }
  return missing;
}

async function tellStuck(context: AppContext, { niceId }: UnsettledOrder, isStuck: boolean): Promise<void> {
  if (isStuck) await raiseAlarm(context, context.db, { kind: 'order_stuck', subject: niceId });
  else await clearAlarm(context, context.db, 'order_stuck', niceId);
}
