import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Once an hour removes sessions without an order that can no longer lead to one, but for the numbers they hold. */
export const forgetSessionsJob = defineJob({
  name: 'forget-partner-sessions',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 60,
  retryMaxSeconds: 600,
  schedule: '37 * * * *',
});
