import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Ends an order whose price no longer holds and that was not paid. */
export const expireOrderJob = defineJob({
  name: 'expire-order',
  payload: z.object({ orderId: z.uuid() }),
  retries: 50,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Looks for orders without a due job, and queues their next step. */
export const sweepOrdersJob = defineJob({
  name: 'sweep-orders',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 2,
  retryMaxSeconds: 30,
  everySeconds: 20,
});

/** Looks for payouts that progress too slowly. */
export const watchPayoutAgesJob = defineJob({
  name: 'watch-payout-ages',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 5,
  retryMaxSeconds: 10,
  everySeconds: 60,
});
