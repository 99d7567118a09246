import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Looks for ether and tokens on the addresses of orders, and on the hot wallet, on Ethereum. */
export const scanEthereumDepositsJob = defineJob({
  name: 'scan-ethereum-deposits',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 2,
  retryMaxSeconds: 30,
  everySeconds: 5,
  provider: 'ethereum',
});
