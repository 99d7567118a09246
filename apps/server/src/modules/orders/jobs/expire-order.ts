import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Ends an order whose price no longer holds and that was not paid. */
export const expireOrderJob = defineJob({
  name: 'expire-order',
  payload: z.object({ orderId: z.uuid() }),
  retries: 50,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
