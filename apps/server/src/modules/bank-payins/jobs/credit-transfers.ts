import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Gives an order the transfers that came for it. */
export const creditTransfersJob = defineJob({
  name: 'credit-transfers',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
