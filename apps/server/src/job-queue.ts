import type { Compilable } from 'kysely';
import type { z } from 'zod';
import type { ProviderName } from './config/config-providers.ts';
import type { Executor } from './database/db.ts';

/** What a job is: its name, the shape of its payload and its retries. Its handler is declared separately. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  name: string;
  payload: Payload;
  /** Retries before the job is given up and an alarm is raised. */
  retries: number;
  /** First pause before a retry; it doubles up to `retryMaxSeconds`. */
  retrySeconds: number;
  retryMaxSeconds: number;
  /** Cron line of a recurring job, at best each minute. */
  schedule?: string;
  /** The provider that it calls by itself: while that is not offered the job does not run. */
  provider?: ProviderName;
  /** Pause between the runs of a recurring job that runs more often than a cron line can say. */
  everySeconds?: number;
  /**
   * It posts to an address that a stranger chose, which may answer late or never: each of its jobs has a place of its
   * own, so that none waits for another's. A job without this is refused such a post.
   */
  reachesStrangers?: true;
}

/** When a job is due, and its key. */
export interface JobOptions {
  startAfter?: Date;
  /** In so many seconds by the database's clock, in place of `startAfter`. */
  pauseSeconds?: number;
  singletonKey?: string;
  /** Who chose the address of a job that reaches strangers: few of one owner run at a time. */
  owner?: string;
}

/** Puts work into the queue. Within a transaction the job exists if and only if the transaction commits. */
export interface JobQueue {
  /**
   * Of jobs with one name and one `singletonKey` only one waits at a time: enqueuing again while it waits adds nothing,
   * while it runs or is retried adds one more. Without a key every job is its own.
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
  /** A queue for one transaction: jobs put into it are collected, and written in one statement. */
  gather(): GatheringQueue;
}

/** Jobs of one transaction that are not written yet. */
export interface GatheringQueue extends JobQueue {
  /**
   * Writes the collected jobs; to be called in the transaction, after the last of them. With `together` that is written
   * in the same statement, which then needs no transaction around it.
   */
  flush(executor: Executor, together?: Compilable): Promise<void>;
}
