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
