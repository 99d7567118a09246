import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Cancels a payment at the acquirer whose order has ended. */
export const stopCardPaymentJob = defineJob({
  name: 'stop-card-payment',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
