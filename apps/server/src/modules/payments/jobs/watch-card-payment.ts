import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/**
 * Makes a payment at the acquirer that the call that made the order could not, and asks how an open one stands, in case
 * its notices are lost; each run queues the next one.
 */
export const watchCardPaymentJob = defineJob({
  name: 'watch-card-payment',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
