import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Brings what orders were paid on Ethereum from their addresses to the hot wallet. */
export const collectDepositsJob = defineJob({
  name: 'collect-deposits',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 5,
  retryMaxSeconds: 60,
  everySeconds: 15,
  provider: 'ethereum',
});
