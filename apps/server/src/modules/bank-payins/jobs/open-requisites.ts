import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Has the bank make an order's account number when the call that made the order could not. */
export const openRequisitesJob = defineJob({
  name: 'open-requisites',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
