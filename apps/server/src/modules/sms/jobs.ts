import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Sends one text message; a code is of no use after its ten minutes. */
export const sendTextMessageJob = defineJob({
  name: 'send-text-message',
  payload: z.object({ textMessageId: z.uuid() }),
  retries: 8,
  retrySeconds: 2,
  retryMaxSeconds: 120,
});
