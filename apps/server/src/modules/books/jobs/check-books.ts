import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Looks after the books by themselves every minute. */
export const checkBooksJob = defineJob({
  name: 'check-books',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 10,
  retryMaxSeconds: 60,
  schedule: '* * * * *',
});
