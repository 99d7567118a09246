import type { AppContext } from '../../../context.ts';
import { confirmCardPayment } from '../confirm-card-payment.ts';

export async function handleConfirmCardPayment(
  context: AppContext,
  payload: { acquirer: string; acquirerPaymentId: string },
): Promise<void> {
  await confirmCardPayment(context, payload);
}
