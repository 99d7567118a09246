import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Compares the books with the outside every ten minutes. */
export const reconcileJob = defineJob({
  name: 'reconcile',
  payload: z.object({}),
  retries: 5,
  retrySeconds: 10,
  retryMaxSeconds: 120,
  schedule: '*/10 * * * *',
});

/** Sees within a minute what the bank returns of money that has left. */
export const watchBankJob = defineJob({
  name: 'watch-bank',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 5,
  retryMaxSeconds: 30,
  everySeconds: 30,
  provider: 'bank',
});
