import type { AppContext } from '../../../context.ts';
import { followBankPayout } from '../follow-bank-payout.ts';
import { followPause } from '../follow-pause.ts';
import { findBankPayout } from '../store.ts';
import { followBankPayoutJob } from './follow-bank-payout.ts';

export async function handleFollowBankPayout(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await followBankPayout(context, orderId);
  if ((await findBankPayout(context.db, orderId))?.status !== 'sent') return;
  const startAfter = followPause(context);
  await context.jobs.enqueue(context.db, followBankPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
}
