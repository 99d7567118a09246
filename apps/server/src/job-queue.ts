import type { Compilable } from 'kysely';
import type { z } from 'zod';
import type { ProviderName } from './config/config-providers.ts';
import type { Executor } from './database/db.ts';

/** What a job is: its name, the shape of its payload and how it is tried. Its handler lives beside it. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  name: string;
  payload: Payload;
  /** Tries after the first one before the job is given up and an alarm is raised. */
  retries: number;
  /** First pause before a retry; it doubles up to `retryMaxSeconds`. */
  retrySeconds: number;
  retryMaxSeconds: number;
  /** Cron line for a job that runs by itself, at best each minute. */
  schedule?: string;
  /** The provider that it asks by itself: while that is not offered it does not run. */
  provider?: ProviderName;
  /** Pause between the runs of a job that runs by itself more often than a cron line can say. */
  everySeconds?: number;
}

/** When a job is due and what it is known by. */
export interface JobOptions {
  startAfter?: Date;
  /** In so many seconds by the database's clock, in place of `startAfter`. */
  pauseSeconds?: number;
  singletonKey?: string;
}

/** Puts work into the queue. Within a transaction the job exists if and only if the transaction commits. */
export interface JobQueue {
  /**
   * Of jobs with one name and one `singletonKey` only one waits at a time: asking again while it waits adds
   * nothing, asking while it runs or is retried adds one more. Without a key every job is its own.
   */
  enqueue<Payload extends z.ZodType>(
    executor: Executor,
    definition: JobDefinition<Payload>,
    payload: z.input<Payload>,
    options?: JobOptions,
  ): Promise<void>;
  /** As `enqueue`, for many of one name in one statement. */
  enqueueAll<Payload extends z.ZodType>(
    executor: Executor,
    definition: JobDefinition<Payload>,
    jobs: readonly (JobOptions & { payload: z.input<Payload> })[],
  ): Promise<void>;
  /** A queue for one transaction: what is put into it waits, and is written in one statement. */
  gather(): GatheringQueue;
}

/** Jobs of one transaction on their way into the queue. */
export interface GatheringQueue extends JobQueue {
  /**
   * Writes what has been put in; to be called in the transaction, after the last of it. With `together` that is written
   * in the same statement, which then needs no transaction around it.
   */
  flush(executor: Executor, together?: Compilable): Promise<void>;
}
