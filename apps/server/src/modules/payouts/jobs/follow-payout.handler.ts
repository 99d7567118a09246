import type { AppContext } from '../../../context.ts';
import { followPayout } from '../follow-payout.ts';

export async function handleFollowPayout(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await followPayout(context, orderId);
}
