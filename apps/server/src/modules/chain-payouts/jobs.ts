import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Sends the signed bytes of an order's pay-out to the network. */
export const broadcastPayoutJob = defineJob({
  name: 'broadcast-payout',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Chooses inputs for an order's payout and signs it. Waits by itself while the wallet is short. */
export const buildPayoutJob = defineJob({
  name: 'build-payout',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Follows a sent payout until it is settled; each run queues the next one. */
export const followPayoutJob = defineJob({
  name: 'follow-payout',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

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

/** Reads from the chains what a payout costs now. */
export const watchNetworkCostsJob = defineJob({
  name: 'watch-network-costs',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 5,
  retryMaxSeconds: 10,
  everySeconds: 30,
});
