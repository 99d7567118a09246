import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Follows a sent payout until the bank has settled it; each run queues the next one. */
export const followBankPayoutJob = defineJob({
  name: 'follow-bank-payout',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Sends an order's payout through the bank. */
export const sendBankPayoutJob = defineJob({
  name: 'send-bank-payout',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
