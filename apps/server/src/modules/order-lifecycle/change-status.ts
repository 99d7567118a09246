import { type OrderStatus, isFinalStatus } from '@causeway/domain/orders/order-status';
import { canTransition } from '@causeway/domain/orders/order-transitions';
import type { Updateable } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { Orders } from '../../database/types.generated.ts';
import { returnBenefits } from '../coupons/spend-benefit.ts';
import { countTurnover } from '../discounts/turnover.ts';
import { uncountMoney } from '../limits/store.ts';
import { creditRewards } from '../referral-rewards/credit-rewards.ts';
import { type HistoryActor, type HistoryReason, addHistory } from './history.ts';
import { queueOrderEmail } from './queue-order-email.ts';
import type { OrderRow } from './store.ts';

interface StatusChange {
  orderId: string;
  from: OrderStatus;
  to: OrderStatus;
  reason?: HistoryReason;
  actor: HistoryActor;
  /** Columns that change with the status. */
  also?: Updateable<Orders>;
}

/**
 * Moves an order along the transition table, if it still has the status that the caller saw, with its history in the
 * same transaction.
 *
 * @returns false when the order has moved on meanwhile; nothing is changed then
 * @throws Error when the table knows no such transition
 */
export async function changeStatus(
  context: Pick<AppContext, 'clock' | 'random' | 'jobs'>,
  trx: Executor,
  change: StatusChange,
): Promise<boolean> {
  const { orderId, from, to, reason = '', actor, also } = change;
  if (!canTransition(from, to)) throw new Error(`An order cannot go from ${from} to ${to}.`);
  const now = context.clock.now();
  const isRed = isFinalStatus(to) && to !== 'finished';
  const changed = await trx
    .updateTable('orders')
    .set({
      ...also,
      status: to,
      ...(isFinalStatus(to) && { finishedAt: now }),
      ...(isRed && isDecline(reason) && { declineReason: reason }),
    })
    .where('orderId', '=', orderId)
    .where('status', '=', from)
    .executeTakeFirst();
  if (changed.numUpdatedRows !== 1n) return false;
  if (isRed && to !== 'error') await returnBenefits(context, trx, orderId);
  if (to === 'finished' && (await countTurnover(trx, orderId, now))) await creditRewards(context, trx, orderId);
  // What is canceled while it is processing was counted when it was approved.
  if (to === 'refunded' || (to === 'canceled' && from === 'processing')) await uncountMoney(trx, orderId);
  await addHistory(context, trx, { orderId, from, to, reason, actor });
  return true;
}

/** Whether the payment was declined by a person or provider; a refund or an expiry is not a decline. */
function isDecline(reason: HistoryReason): boolean {
  return reason === 'card_declined' || reason === 'payment_charged_back';
}

/** How an order ends that was not paid. */
export interface OrderEnding {
  to: 'canceled' | 'expired';
  reason: HistoryReason;
  actor: HistoryActor;
}

/** Ends an order that will not be paid, with its e-mail. @returns false when it has moved on meanwhile */
export async function endOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  ending: OrderEnding,
): Promise<boolean> {
  const { orderId, status } = order;
  if (!(await changeStatus(context, trx, { orderId, from: status, ...ending }))) return false;
  await queueOrderEmail(context, trx, ending.to === 'canceled' ? 'order-canceled' : 'order-expired', order);
  return true;
}
