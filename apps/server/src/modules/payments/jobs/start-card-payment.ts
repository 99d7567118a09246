import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Creates the payment at the acquirer when the call that made the order could not. */
export const startCardPaymentJob = defineJob({
  name: 'start-card-payment',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
