import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Once an hour removes sessions that no order came of and none can come of any more. */
export const forgetSessionsJob = defineJob({
  name: 'forget-partner-sessions',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 60,
  retryMaxSeconds: 600,
  schedule: '37 * * * *',
});
