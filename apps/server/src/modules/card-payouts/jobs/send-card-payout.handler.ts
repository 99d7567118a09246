import type { AppContext } from '../../../context.ts';
import { sendCardPayout } from '../send-card-payout.ts';

export async function handleSendCardPayout(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await sendCardPayout(context, orderId);
}
