import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext, Caller } from '../../context.ts';
import { type OrderEnding, changeStatus, endOrder } from '../order-lifecycle/change-status.ts';
import { type OrderRow, findOrder, lockOrder, requireMayPay } from '../order-lifecycle/store.ts';
import { refundOrder } from '../settlement/refund.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import { isCancelableStatus } from '@causeway/domain/orders/order-status';
import { Refusal } from '../../errors.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { cancelWithdrawal } from '../withdrawal-cancels/cancel-withdrawal.ts';
import { expireOrderJob } from './create-order.ts';

/**
 * Ends an order that was not paid. Its payment is stopped at the acquirer first: when a payment was faster, the payment
 * wins and the order goes on.
 *
 * @returns whether the order has ended without money
 * @throws ProviderError while the acquirer cannot be reached; nothing is assumed then
 */
async function endUnpaidOrder(context: AppContext, orderId: string, ending: OrderEnding): Promise<boolean> {
  const before = await findOrder(context.db, { orderId });
  if (before === undefined) return false;
  const isKnownOutside = await findPayinMethod(before.pricing.payinProvider).stop(context, orderId, ending);
  if (!isKnownOutside)
    await context.db.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, orderId);
      if (isBeforeMoney(order.status) && order.receivedAmount === 0n) await endOrder(context, trx, order, ending);
    });
  const after = await findOrder(context.db, { orderId });
  return after?.status === 'canceled' || after?.status === 'expired';
}

/**
 * Cancels the client's own unpaid order, or a withdrawal that is not signed yet. Between a cancel and a payment the
 * acquirer decides who was first.
 *
 * @returns whether the order is canceled now; a repeated call returns the same
 * @throws Refusal NOT_FOUND, or TRY_LATER while the acquirer cannot be asked
 */
export async function cancelOrder(
  context: AppContext,
  niceId: string,
  caller: Caller,
  partnerKey?: string,
): Promise<boolean> {
  const order = await findOwnOrder(context, niceId, caller, partnerKey);
  if (order.status === 'canceled') return true;
  // Money that has arrived is exchanged or refunded; the question about it is how its owner ends the order.
  const isUnpaid = isCancelableStatus(order.status) && order.receivedAmount === 0n;
  if (!isUnpaid && order.status !== 'processing') return false;
  try {
    if (isUnpaid) await endUnpaidOrder(context, order.orderId, { to: 'canceled', reason: '', actor: 'client' });
    else await cancelWithdrawal(context, order);
  } catch (error) {
    if (error instanceof ProviderError)
      throw new Refusal({ code: 'TRY_LATER' }, { cause: error, retryAfterSeconds: 5 });
    throw error;
  }
  return (await findOwnOrder(context, niceId, caller)).status === 'canceled';
}

/**
 * The order, for a caller who may pay and cancel it.
 *
 * @param partnerKey of the calling page: the order of another partner is found by its owner only
 * @throws Refusal ACCESS_EXPIRED for a visitor, NOT_FOUND for every other caller, as if it did not exist
 */
async function findOwnOrder(
  { db }: Pick<AppContext, 'db'>,
  niceId: string,
  caller: Caller,
  partnerKey?: string,
): Promise<OrderRow> {
  const order = requireMayPay(await findOrder(db, { niceId }), caller);
  const isOwner = caller.kind === 'client' && caller.clientId === order.clientId;
  if (!isOwner && partnerKey !== undefined && order.partnerKey !== partnerKey) throw new Refusal({ code: 'NOT_FOUND' });
  return order;
}

/** Expires an order whose time has ended, unless its payment turns out to have been made. */
export async function expireOrder(context: AppContext, orderId: string): Promise<void> {
  const order = await findOrder(context.db, { orderId });
  if (order === undefined || !isBeforeMoney(order.status)) return;
  const endsAt = holdsMoney(order) ? afterDecision(order) : order.payinDeadline;
  if (endsAt > context.clock.now()) {
    await context.jobs.enqueue(context.db, expireOrderJob, { orderId }, { startAfter: endsAt, singletonKey: orderId });
    return;
  }
  await endUnpaidOrder(context, orderId, { to: 'expired', reason: '', actor: 'system' });
  await endOverdue(context, orderId);
}

/**
 * An order that is neither paid nor ended after that has a payment that is not the requested one: a person must look.
 */
async function endOverdue(context: AppContext, orderId: string): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const { status: from, niceId } = order;
    if (!isBeforeMoney(from) || (holdsMoney(order) && order.decisionKind !== '')) return;
    // An order that ends must hold nothing.
    if (holdsMoney(order)) return refundOrder(context, trx, order, { reason: 'decision_over', actor: 'system' });
    await changeStatus(context, trx, { orderId, from, to: 'error', actor: 'system' });
    await raiseAlarm(context, trx, { kind: 'order_stuck', subject: niceId });
  });
}

function holdsMoney({ receivedAmount }: OrderRow): boolean {
  return receivedAmount > 0n;
}

/** Settlement ends an order that holds money; this checks again when that must have happened. */
function afterDecision({ decideUntil, payinDeadline }: OrderRow): Date {
  return new Date((decideUntil ?? payinDeadline).getTime() + 3_600_000);
}
