import type { AppContext } from '../../../context.ts';
import { syncCardPayment } from '../sync-card-payment.ts';

export async function handleStartCardPayment(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await syncCardPayment(context, orderId);
}
