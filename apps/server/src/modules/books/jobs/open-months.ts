import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Every night opens the coming months of the ledger and of the order events. */
export const openMonthsJob = defineJob({
  name: 'open-months',
  payload: z.object({}),
  retries: 5,
  retrySeconds: 60,
  retryMaxSeconds: 600,
  schedule: '11 1 * * *',
});
