import type { z } from 'zod';
import type { AppContext } from '../context.ts';
import type { JobDefinition } from '../job-queue.ts';

/** A job with its handler. It may run more than once, and twice at a time, so its effects must be idempotent. */
export interface Job {
  definition: JobDefinition;
  /**
   * Runs jobs that were taken from the queue together, and returns in their order how each ended.
   *
   * @throws whatever went wrong for all of them; those that failed are tried again
   */
  run(context: AppContext, payloads: readonly unknown[]): Promise<PromiseSettledResult<void>[]>;
}

/** Joins a job's definition to its handler, which is given the parsed payload. */
export function bindJob<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
  handle: (context: AppContext, payload: z.output<Payload>) => Promise<unknown>,
): Job {
  const run = async (context: AppContext, payload: unknown) => {
    await handle(context, definition.payload.parse(payload));
  };
  return { definition, run: (context, payloads) => Promise.allSettled(payloads.map((one) => run(context, one))) };
}

/** As `bindJob`, for jobs of which several at once cost little more than one. */
export function bindJobs<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
  handle: (context: AppContext, payloads: readonly z.output<Payload>[]) => Promise<PromiseSettledResult<void>[]>,
): Job {
  const parse = (payload: unknown) => definition.payload.parse(payload);
  return { definition, run: async (context, payloads) => handle(context, payloads.map(parse)) };
}
