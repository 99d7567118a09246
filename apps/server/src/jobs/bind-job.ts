import type { z } from 'zod';
import type { AppContext } from '../context.ts';
import type { JobDefinition } from '../job-queue.ts';

/** A job together with what it does. It may run more than once, and twice at a time: its effects must not mind. */
export interface Job {
  definition: JobDefinition;
  /** @throws whatever went wrong; the job is then tried again */
  run(context: AppContext, payload: unknown): Promise<void>;
}

/** Joins a job's definition to its handler, which is given the parsed payload. */
export function bindJob<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
  handle: (context: AppContext, payload: z.output<Payload>) => Promise<void>,
): Job {
  return { definition, run: async (context, payload) => handle(context, definition.payload.parse(payload)) };
}
