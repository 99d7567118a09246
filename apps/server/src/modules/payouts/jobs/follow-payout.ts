import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Follows a sent pay-out until it is settled; each run queues the next one. */
export const followPayoutJob = defineJob({
  name: 'follow-payout',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
