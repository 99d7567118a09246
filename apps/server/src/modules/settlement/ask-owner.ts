import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { addHistory } from '../lifecycle/add-history.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { queueOrderLetter } from '../lifecycle/queue-order-letter.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { queueEnd } from './queue-end.ts';

const decideMs = 72 * 3600 * 1000;

/**
 * Asks the owner in the caller's transaction what becomes of money that came in part or too late. An order with late
 * money is `pending`; one with a part goes on waiting for the rest. Whoever does not answer has the money back.
 */
export async function askOwner(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  about: 'partial' | 'late',
): Promise<void> {
  const { orderId, status, receivedAmount, decisionKind } = order;
  const wasAsked = decisionKind === about && order.decideUntil !== null;
  const decideUntil = wasAsked ? order.decideUntil : deadline(context, order, about);
  await trx
    .updateTable('orders')
    .set({ receivedAmount, decisionKind: about, decideUntil })
    .where('orderId', '=', orderId)
    .execute();
  const isMoved = about === 'late' && status !== 'pending';
  const change = { orderId, from: status, actor: 'system' } as const;
  if (isMoved) await changeStatus(context, trx, { ...change, to: 'pending', reason: 'payment_late' });
  else
    await addHistory(context, trx, {
      ...change,
      to: status,
      reason: about === 'late' ? 'payment_late' : 'payment_partial',
    });
  await queueOrderLetter(context, trx, about === 'late' ? 'decision-asked' : 'payment-partial', order, {
    received: receivedAmount,
    happening: receivedAmount.toString(),
  });
  await queueEnd(context, trx, orderId, decideUntil);
}

/** A part can be completed as long as the order waits, so nobody must decide earlier. */
function deadline({ clock }: AppContext, { payinDeadline }: OrderRow, about: 'partial' | 'late'): Date {
  const soonest = new Date(clock.now().getTime() + decideMs);
  return about === 'partial' && payinDeadline > soonest ? payinDeadline : soonest;
}
