import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Refunds late or partial money when its owner was asked and the time to answer is over. */
export const endDecisionJob = defineJob({
  name: 'end-decision',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
