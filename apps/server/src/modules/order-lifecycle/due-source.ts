import type { Executor } from '../../database/db.ts';
import type { JobDefinition } from '../../job-queue.ts';

/** A job that must be due for an order to get on. */
export interface DueJob {
  orderId: string;
  job: JobDefinition;
}

/**
 * What a room still has to do for orders made before a moment, in the order of their ids, at most `page.size`
 * orders after `page.after`. Every job named here carries `{ orderId }` and has the order's id as its key, so that the
 * sweeper can tell whether it is due and queue it when it is not.
 */
export type DueSource = (executor: Executor, before: Date, page: { after: string; size: number }) => Promise<DueJob[]>;
