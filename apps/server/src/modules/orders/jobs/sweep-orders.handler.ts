import type { AppContext } from '../../../context.ts';
import { clearRecoveredJobs } from '../../alarms/clear-recovered-jobs.ts';
import { sweepOrders } from '../sweep-orders.ts';

export async function handleSweepOrders(context: AppContext): Promise<void> {
  await sweepOrders(context);
  await clearRecoveredJobs(context);
}
