import type { AppContext } from '../../context.ts';
import { findDueKeys } from '../../jobs/find-due-keys.ts';
import { deliverNoticeJob } from '../partners/jobs/deliver-notice.ts';
import { queueNotice } from '../partners/queue-notice.ts';
import { listOverdue } from './store.ts';

/** A job on time would have taken it by now. */
const overdueMs = 30_000;
const size = 500;

/**
 * Finds notices that are overdue and have no job, and queues them.
 *
 * @returns how many jobs were missing
 */
export async function sweepDeliveries(context: AppContext): Promise<number> {
  const before = new Date(context.clock.now().getTime() - overdueMs);
  let missing = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = (await listOverdue(context.db, before, { after, size })).map(({ deliveryId }) => deliveryId);
    const last = page.at(-1);
    if (last === undefined) return missing;
    after = last;
    const due = await findDueKeys(context.db, deliverNoticeJob, page);
    for (const deliveryId of page.filter((id) => !due.has(id))) {
      await queueNotice(context, context.db, deliveryId);
      missing += 1;
    }
  }
}
