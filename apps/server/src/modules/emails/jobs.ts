import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Sends one letter; tried for about a day. */
export const sendLetterJob = defineJob({
  name: 'send-letter',
  payload: z.object({ letterId: z.uuid() }),
  retries: 20,
  retrySeconds: 5,
  retryMaxSeconds: 3600,
});
