import type { AppContext } from '../../../context.ts';
import { broadcastPayout } from '../broadcast-payout.ts';

export async function handleBroadcastPayout(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await broadcastPayout(context, orderId);
}
