import type { AppContext } from '../../../context.ts';
import { sweepOrders } from '../sweep-orders.ts';

export async function handleSweepOrders(context: AppContext): Promise<void> {
  await sweepOrders(context);
}
