import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { deliverNoticeJob } from './jobs/deliver-notice.ts';

/** Queues the sending of a notice in the caller's transaction. */
export async function queueNotice(
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Executor,
  deliveryId: string,
  startAfter?: Date,
): Promise<void> {
  const when = startAfter === undefined ? {} : { startAfter };
  await jobs.enqueue(trx, deliverNoticeJob, { deliveryId }, { singletonKey: deliveryId, ...when });
}
