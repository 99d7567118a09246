import type { AppContext } from '../../context.ts';
import { findDueKeys } from '../../jobs/find-due-keys.ts';
import { settleEach } from '../alarms/settle-each.ts';
import type { DueJob } from '../lifecycle/due-source.ts';
import { addUpEndedOrders } from './count-orders.ts';
import { dueSources } from './due-sources.ts';
import { pageDueJobs } from './page-due-jobs.ts';
import { tellStuckOrders } from './tell-stuck-orders.ts';

/** Younger orders are in good hands. */
const leastAgeMs = 15_000;

/**
 * Finds orders that nothing is due for, though something is still to come, and queues it. A job that was lost or
 * given up is so taken up again; an order that no job can help is an alarm.
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
    nameOf: ({ name }) => name,
    settle: async (source) => {
      for await (const page of pageDueJobs(context.db, source, before)) {
        for (const { orderId } of page) moving.add(orderId);
        missing += await queueMissing(context, page);
      }
    },
  });
  // Which orders are stuck is known once every source has said which are not.
  if (failed === 0) await tellStuckOrders(context, before, moving);
  return missing;
}

async function queueMissing(context: AppContext, page: readonly DueJob[]): Promise<number> {
  let missing = 0;
  for (const job of new Set(page.map((due) => due.job))) {
    const ids = page.filter((due) => due.job === job).map(({ orderId }) => orderId);
    const due = await findDueKeys(context.db, job, ids);
    for (const orderId of ids.filter((id) => !due.has(id))) {
      context.log.warn('an order had nothing due', { job: job.name, orderId });
      await context.jobs.enqueue(context.db, job, { orderId }, { singletonKey: orderId });
      missing += 1;
    }
  }
  return missing;
}
