import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Sends an order's pay-out through the bank. */
export const sendBankPayoutJob = defineJob({
  name: 'send-bank-payout',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
