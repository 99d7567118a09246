import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Asks the acquirer about a payment that a notice named, by its id there. */
export const confirmCardPaymentJob = defineJob({
  name: 'confirm-card-payment',
  payload: z.object({
    acquirer: z.string().max(40).default('card_one'),
    acquirerPaymentId: z.string().min(1).max(200),
  }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
