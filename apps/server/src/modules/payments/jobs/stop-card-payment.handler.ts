import type { AppContext } from '../../../context.ts';
import { stopCardPayment } from '../stop-card-payment.ts';

export async function handleStopCardPayment(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await stopCardPayment(context, orderId);
}
