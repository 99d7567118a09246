import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Checks the books by themselves every minute. */
export const checkBooksJob = defineJob({
  name: 'check-books',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 10,
  retryMaxSeconds: 60,
  schedule: '* * * * *',
});

/** Every night opens the coming months of the ledger and of the order events. */
export const openMonthsJob = defineJob({
  name: 'open-months',
  payload: z.object({}),
  retries: 5,
  retrySeconds: 60,
  retryMaxSeconds: 600,
  schedule: '11 1 * * *',
});
