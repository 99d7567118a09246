import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Sends the signed bytes of an order's pay-out to the network. */
export const broadcastPayoutJob = defineJob({
  name: 'broadcast-payout',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
