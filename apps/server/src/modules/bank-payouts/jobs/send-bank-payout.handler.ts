import type { AppContext } from '../../../context.ts';
import { sendBankPayout } from '../send-bank-payout.ts';

export async function handleSendBankPayout(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await sendBankPayout(context, orderId);
}
