import type { AppContext } from '../../../context.ts';
import { refundMoney } from '../refund-money.ts';

export async function handleRefundMoney(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await refundMoney(context, orderId);
}
