import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { HistoryActor, HistoryReason } from './add-history.ts';
import { changeStatus } from './change-status.ts';
import { queueOrderLetter } from './queue-order-letter.ts';
import type { OrderRow } from './store.ts';

/** How an order ends that was not paid. */
export interface OrderEnding {
  to: 'canceled' | 'expired';
  reason: HistoryReason;
  actor: HistoryActor;
}

/** Ends an order that will not be paid, with its letter. @returns false when it has moved on meanwhile */
export async function endOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  ending: OrderEnding,
): Promise<boolean> {
  const { orderId, status } = order;
  if (!(await changeStatus(context, trx, { orderId, from: status, ...ending }))) return false;
  await queueOrderLetter(context, trx, ending.to === 'canceled' ? 'order-canceled' : 'order-expired', order);
  return true;
}
