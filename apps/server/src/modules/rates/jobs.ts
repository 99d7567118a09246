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

/** Asks the market for past prices that charts lack. */
export const fillPriceHistoryJob = defineJob({
  name: 'fill-price-history',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 60,
  retryMaxSeconds: 60,
  everySeconds: 3600,
});
