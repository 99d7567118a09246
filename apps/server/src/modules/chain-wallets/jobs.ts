import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Checks whether database, clock and chains are where the books left them. */
export const watchWalletsJob = defineJob({
  name: 'watch-wallets',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 2,
  retryMaxSeconds: 30,
  everySeconds: 60,
});
