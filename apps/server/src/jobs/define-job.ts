import type { z } from 'zod';
import type { JobDefinition } from '../job-queue.ts';

/** Declares a job, keeping the exact type of its payload. */
export function defineJob<Payload extends z.ZodType>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition;
}
