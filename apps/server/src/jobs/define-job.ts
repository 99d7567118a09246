import { z } from 'zod';
import type { JobDefinition } from '../job-queue.ts';

/** Declares a job, keeping the exact type of its payload. */
export function defineJob<Payload extends z.ZodType>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition;
}

/** Receives a job that failed as often as it may; its handler raises the alarm. */
export const deadJob = defineJob({
  name: 'dead-job',
  payload: z.object({ name: z.string(), key: z.string(), reason: z.string() }),
  retries: 20,
  retrySeconds: 5,
  retryMaxSeconds: 300,
});
