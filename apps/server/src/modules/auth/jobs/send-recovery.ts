import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Sends the link for a new password, where there is such an account. */
export const sendRecoveryJob = defineJob({
  name: 'send-recovery',
  payload: z.object({ sealedEmail: z.string(), language: z.string() }),
  retries: 10,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
