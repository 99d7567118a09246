import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Looks for coins on the addresses of orders on Bitcoin. */
export const scanBitcoinDepositsJob = defineJob({
  name: 'scan-bitcoin-deposits',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 2,
  retryMaxSeconds: 30,
  everySeconds: 5,
  provider: 'bitcoin',
});
