import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Gives back money that came for an order that no longer takes any. */
export const refundCardPaymentJob = defineJob({
  name: 'refund-card-payment',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
