import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Reads what the bank has received, in case its notices are lost. */
export const collectTransfersJob = defineJob({
  name: 'collect-transfers',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 1,
  retryMaxSeconds: 60,
  everySeconds: 10,
  provider: 'bank',
});
