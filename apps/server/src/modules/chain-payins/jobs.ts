import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Moves coins that orders were paid with on Ethereum from their addresses to the hot wallet. */
export const collectDepositsJob = defineJob({
  name: 'collect-deposits',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 5,
  retryMaxSeconds: 60,
  everySeconds: 15,
  provider: 'ethereum',
});

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
