import type { AppContext } from '../../../context.ts';
import { refundCardPayment } from '../refund-card-payment.ts';

export async function handleRefundCardPayment(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await refundCardPayment(context, orderId);
}
