import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Sends transfers back that nobody could place in time. */
export const returnUnplacedJob = defineJob({
  name: 'return-unplaced',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 1,
  retryMaxSeconds: 60,
  everySeconds: 60,
  provider: 'bank',
});
