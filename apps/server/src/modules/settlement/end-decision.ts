import type { AppContext } from '../../context.ts';
import { lockOrder } from '../lifecycle/store.ts';
import { queueEnd } from './queue-end.ts';
import { refundOrder } from './refund-order.ts';

/** Sends money back whose owner was asked and did not answer in time. */
export async function endDecision(context: AppContext, orderId: string): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.decisionKind === '' || order.decideUntil === null) return undefined;
    if (order.decideUntil <= context.clock.now())
      return refundOrder(context, trx, order, { reason: 'decision_over', actor: 'system' });
    return queueEnd(context, trx, orderId, order.decideUntil);
  });
}
