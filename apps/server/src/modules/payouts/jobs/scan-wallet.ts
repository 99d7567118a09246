import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Looks for coins that were sent to the hot wallet. */
export const scanWalletJob = defineJob({
  name: 'scan-wallet',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 2,
  retryMaxSeconds: 30,
  everySeconds: 5,
  provider: 'bitcoin',
});
