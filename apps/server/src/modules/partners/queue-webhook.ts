import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';

/**
 * Sends one webhook to a partner, once. One that was not accepted is due again by its own back-off, so a failure of the
 * job itself is only the server's own.
 */
export const deliverWebhookJob = defineJob({
  name: 'deliver-notice',
  payload: z.object({ deliveryId: z.uuid() }),
  retries: 5,
  retrySeconds: 10,
  retryMaxSeconds: 300,
  reachesStrangers: true,
});

/** Queues the sending of a webhook in the caller's transaction. */
export async function queueWebhook(
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Executor,
  { deliveryId, partnerKey }: { deliveryId: string; partnerKey: string },
  startAfter?: Date,
): Promise<void> {
  const when = startAfter === undefined ? {} : { startAfter };
  await jobs.enqueue(trx, deliverWebhookJob, { deliveryId }, { singletonKey: deliveryId, owner: partnerKey, ...when });
}
