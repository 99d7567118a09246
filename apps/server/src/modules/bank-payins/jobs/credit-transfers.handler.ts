import type { AppContext } from '../../../context.ts';
import { creditTransfers } from '../credit-transfers.ts';

export async function handleCreditTransfers(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await creditTransfers(context, orderId);
}
