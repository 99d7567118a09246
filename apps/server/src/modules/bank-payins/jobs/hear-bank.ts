import { z } from 'zod';
import { defineJob } from '../../../jobs/define-job.ts';

/** Asks the bank after a notice: for a pay-out by its reference, or else for transfers. */
export const hearBankJob = defineJob({
  name: 'hear-bank',
  payload: z.object({ payoutReference: z.string().max(500) }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});
