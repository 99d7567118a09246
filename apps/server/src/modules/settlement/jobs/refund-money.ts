import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Sends back what an order's refunds say. */
export const refundMoneyJob = defineJob({
  name: 'refund-money',
  payload: z.object({ orderId: z.uuid() }),
  retries: 50,
  retrySeconds: 2,
  retryMaxSeconds: 300,
});
