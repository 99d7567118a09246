import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Pays clients what they have earned by bringing others. */
export const payRewardsJob = defineJob({
  name: 'pay-referral-rewards',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 10,
  retryMaxSeconds: 60,
  schedule: '*/5 * * * *',
});

/** Makes rewards their earners' own whose orders were paid for good. */
export const releaseRewardsJob = defineJob({
  name: 'release-referral-rewards',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 10,
  retryMaxSeconds: 60,
  schedule: '* * * * *',
});
