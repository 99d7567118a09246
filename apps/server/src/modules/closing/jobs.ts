import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Every night erases what was kept of deleted accounts and need not be kept any longer. */
export const eraseDeletedJob = defineJob({
  name: 'erase-deleted',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 60,
  retryMaxSeconds: 600,
  schedule: '41 2 * * *',
});
