import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Keeps samples of the market, and raises and clears the alarms of implausible prices. */
export const watchPricesJob = defineJob({
  name: 'watch-prices',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 2,
  retryMaxSeconds: 10,
  everySeconds: 15,
});
