import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Releases the fees of partners whose orders were paid for good. */
export const releasePartnerFeesJob = defineJob({
  name: 'release-partner-fees',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 10,
  retryMaxSeconds: 60,
  schedule: '* * * * *',
});
