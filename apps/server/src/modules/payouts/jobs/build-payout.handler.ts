import type { AppContext } from '../../../context.ts';
import { buildPayout } from '../build-payout.ts';
import { buildPayoutJob } from './build-payout.ts';

const shortPauseMs = 10_000;
const busyPauseMs = 1000;

export async function handleBuildPayout(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  const outcome = await buildPayout(context, orderId);
  if (outcome === 'done') return;
  const pause = outcome === 'short' ? shortPauseMs : busyPauseMs;
  const startAfter = new Date(context.clock.now().getTime() + pause);
  await context.jobs.enqueue(context.db, buildPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
}
