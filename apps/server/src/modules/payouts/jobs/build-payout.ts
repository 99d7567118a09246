import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Chooses inputs for an order's pay-out and signs it. Waits by itself while the wallet is short. */
export const buildPayoutJob = defineJob({
  name: 'build-payout',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
