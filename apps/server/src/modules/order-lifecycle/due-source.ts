import type { Executor } from '../../database/db.ts';
import type { JobDefinition } from '../../job-queue.ts';

/** A job that must be queued for an order to make progress. */
export interface DueJob {
  orderId: string;
  job: JobDefinition;
}

/**
 * The open work of a room for orders made before a moment, in the order of their ids, at most `page.size` orders after
 * `page.after`. Every job here carries `{ orderId }` and has the order's id as its key, so that the sweeper can find
 * whether it is queued and queue it when it is not.
 */
export type DueSource = (executor: Executor, before: Date, page: { after: string; size: number }) => Promise<DueJob[]>;
