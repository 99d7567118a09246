import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Once an hour removes what can no longer be used: captcha tokens, codes and refresh tokens that are over. */
export const forgetSpentJob = defineJob({
  name: 'forget-spent',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 60,
  retryMaxSeconds: 600,
  schedule: '17 * * * *',
});

/** Sends the link for a new password, where there is such an account. */
export const sendRecoveryJob = defineJob({
  name: 'send-recovery',
  payload: z.object({ sealedEmail: z.string(), language: z.string() }),
  retries: 10,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
