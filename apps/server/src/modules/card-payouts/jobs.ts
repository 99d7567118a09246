import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Sends an order's money to its card, and polls until the acquirer has paid it; each poll queues the next one. */
export const sendCardPayoutJob = defineJob({
  name: 'send-card-payout',
  payload: z.object({ orderId: z.uuid() }),
  retries: 50,
  retrySeconds: 2,
  retryMaxSeconds: 300,
});
