import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Deletes a card of a deleted account, or an old one of a merchant's payer, at its acquirer, and erases it here. */
export const forgetCardJob = defineJob({
  name: 'forget-card',
  payload: z.object({ cardId: z.uuid() }),
  retries: 12,
  retrySeconds: 30,
  retryMaxSeconds: 3600,
});
