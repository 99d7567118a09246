import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Asks the acquirer how an open payment stands, in case its notices are lost; each run queues the next one. */
export const watchCardPaymentJob = defineJob({
  name: 'watch-card-payment',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 2,
  retryMaxSeconds: 60,
});
