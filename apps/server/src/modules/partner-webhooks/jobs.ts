import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Every minute finds webhooks whose job was lost. */
export const sweepDeliveriesJob = defineJob({
  name: 'sweep-deliveries',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 10,
  retryMaxSeconds: 60,
  schedule: '* * * * *',
});
