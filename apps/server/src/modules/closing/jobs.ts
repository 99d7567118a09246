import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Every night erases data of deleted accounts whose retention has ended. */
export const eraseDeletedJob = defineJob({
  name: 'erase-deleted',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 60,
  retryMaxSeconds: 600,
  schedule: '41 2 * * *',
});
