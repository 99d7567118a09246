import type { AppContext } from '../../../context.ts';
import { sweepDeliveries } from '../sweep-deliveries.ts';

export async function handleSweepDeliveries(context: AppContext): Promise<void> {
  await sweepDeliveries(context);
}
