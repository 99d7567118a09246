import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Looks for pay-outs that get on too slowly. */
export const watchPayoutAgesJob = defineJob({
  name: 'watch-payout-ages',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 5,
  retryMaxSeconds: 10,
  everySeconds: 60,
});
