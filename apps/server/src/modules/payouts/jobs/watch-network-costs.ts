import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Asks the chains what a pay-out costs now. */
export const watchNetworkCostsJob = defineJob({
  name: 'watch-network-costs',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 5,
  retryMaxSeconds: 10,
  everySeconds: 30,
});
