import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { endDecisionJob } from './jobs/end-decision.ts';

/** Only one such job of an order waits: it looks in this often, so that a question asked later is not ended too late. */
const longestMs = 72 * 3600 * 1000;

/** Queues the end of the time to decide. */
export async function queueEnd(
  context: AppContext,
  trx: Executor,
  orderId: string,
  decideUntil: Date | null,
): Promise<void> {
  const latest = new Date(context.clock.now().getTime() + longestMs);
  const startAfter = decideUntil === null || decideUntil > latest ? latest : decideUntil;
  await context.jobs.enqueue(trx, endDecisionJob, { orderId }, { startAfter, singletonKey: orderId });
}
