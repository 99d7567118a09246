import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Sends one e-mail; retried for about a day. */
export const sendEmailJob = defineJob({
  name: 'send-letter',
  payload: z.object({ letterId: z.uuid() }),
  retries: 20,
  retrySeconds: 5,
  retryMaxSeconds: 3600,
});
