import type { AppContext } from '../../../context.ts';
import { expireOrder } from '../expire-order.ts';

export async function handleExpireOrder(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await expireOrder(context, orderId);
}
