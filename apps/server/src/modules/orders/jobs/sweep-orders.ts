import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Looks for orders that nothing is due for, and queues what comes next. */
export const sweepOrdersJob = defineJob({
  name: 'sweep-orders',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 2,
  retryMaxSeconds: 30,
  everySeconds: 20,
});
