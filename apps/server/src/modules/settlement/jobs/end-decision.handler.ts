import type { AppContext } from '../../../context.ts';
import { endDecision } from '../end-decision.ts';

export async function handleEndDecision(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await endDecision(context, orderId);
}
