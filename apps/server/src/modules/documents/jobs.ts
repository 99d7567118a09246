import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Every hour ends the files whose time is over, and takes out of the store what no key opens any more. */
export const sweepDocumentsJob = defineJob({
  name: 'sweep-documents',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 60,
  retryMaxSeconds: 600,
  schedule: '23 * * * *',
});
