import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/**
 * Sends one notice to a partner, once. A notice that was not taken is due again by its own back-off, so a failure of
 * the job itself is only ours.
 */
export const deliverNoticeJob = defineJob({
  name: 'deliver-notice',
  payload: z.object({ deliveryId: z.uuid() }),
  retries: 5,
  retrySeconds: 10,
  retryMaxSeconds: 300,
});
