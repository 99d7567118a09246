import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/**
 * Sends one notification to the client's devices. Those that did not take it get it `again`, and no other; after an
 * hour it is no news, and stands in the list.
 */
export const sendPushJob = defineJob({
  name: 'send-push',
  payload: z.object({
    notificationId: z.uuid(),
    again: z.object({ attempt: z.int().min(1), sessionIds: z.array(z.uuid()) }).optional(),
  }),
  retries: 6,
  retrySeconds: 10,
  retryMaxSeconds: 1800,
  reachesStrangers: true,
});
