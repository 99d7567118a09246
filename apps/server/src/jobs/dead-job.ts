import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** Receives a job that failed as often as it may; its handler raises the alarm. */
export const deadJob = defineJob({
  name: 'dead-job',
  payload: z.object({ name: z.string(), key: z.string(), reason: z.string() }),
  retries: 20,
  retrySeconds: 5,
  retryMaxSeconds: 300,
});
