import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Sends one notification to the client's devices; after an hour it is no news, and stands in the list. */
export const sendPushJob = defineJob({
  name: 'send-push',
  payload: z.object({ notificationId: z.uuid() }),
  retries: 6,
  retrySeconds: 10,
  retryMaxSeconds: 1800,
});
