import type { AppContext, Caller } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { returnBenefits } from '../coupons/benefits.ts';
import { addHistory, changeStatus, queueOrderEmail } from '../order-lifecycle/change-status.ts';
import { type OrderRow, findOrder, lockOrder, requireMayPay } from '../order-lifecycle/store.ts';
import { endDecisionJob } from './jobs.ts';
import { isUnpaidOutside, refundOrder } from './refund.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { Refusal } from '../../errors.ts';
import { holdClient } from '../clients/store.ts';
import { holdSession } from '../sessions/end-sessions.ts';
import { exchangeOrder } from './exchange-order.ts';
import { offerNow } from './decide-money.ts';

const decideMs = 72 * 3600 * 1000;
/** Until an order that was paid outside is looked at again. */
const askAgainMs = 3600 * 1000;

/**
 * Asks the owner in the caller's transaction about money that came in part or too late. An order with late money is
 * `pending`; one with a part goes on waiting for the rest. Without an answer the money is refunded.
 */
export async function requestDecision(
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
  await queueOrderEmail(context, trx, about === 'late' ? 'decision-asked' : 'payment-partial', order, {
    received: receivedAmount,
    happening: receivedAmount.toString(),
    isHourly: true,
  });
  await queueEnd(context, trx, orderId, decideUntil);
}

/** A part can be completed as long as the order waits, so the owner need not decide earlier. */
function deadline({ clock }: AppContext, { payinDeadline }: OrderRow, about: 'partial' | 'late'): Date {
  const soonest = new Date(clock.now().getTime() + decideMs);
  return about === 'partial' && payinDeadline > soonest ? payinDeadline : soonest;
}

/**
 * Only one such job of an order waits: it checks at this interval, so that a question asked later is not ended too
 * late.
 */
const longestMs = 72 * 3600 * 1000;

/** Queues the end of the time to decide. */
async function queueEnd(context: AppContext, trx: Executor, orderId: string, decideUntil: Date | null): Promise<void> {
  const latest = new Date(context.clock.now().getTime() + longestMs);
  const startAfter = decideUntil === null || decideUntil > latest ? latest : decideUntil;
  await context.jobs.enqueue(trx, endDecisionJob, { orderId }, { startAfter, singletonKey: orderId });
}

/** Refunds money whose owner was asked and did not answer in time. */
export async function endDecision(context: AppContext, orderId: string): Promise<void> {
  const found = await findOrder(context.db, { orderId });
  const isDue = found !== undefined && found.decideUntil !== null && found.decideUntil <= context.clock.now();
  if (isDue && found.decisionKind !== '' && !(await isUnpaidOutside(context, found))) {
    const startAfter = new Date(context.clock.now().getTime() + askAgainMs);
    return context.jobs.enqueue(context.db, endDecisionJob, { orderId }, { startAfter, singletonKey: orderId });
  }
  await context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.decisionKind === '' || order.decideUntil === null) return undefined;
    if (order.decideUntil <= context.clock.now())
      return refundOrder(context, trx, order, { reason: 'decision_over', actor: 'system' });
    return queueEnd(context, trx, orderId, order.decideUntil);
  });
}

type DecisionAnswer = 'yes' | 'no';

/**
 * The decision of who may pay about money that came late or in part. The same answer again changes nothing.
 *
 * @throws Refusal ACCESS_EXPIRED, NOT_FOUND, DECISION_OVER, CANT_EXCHANGE when it is too little, RATE_UNAVAILABLE,
 * TRY_LATER while it is not known whether the order was paid out, SESSION_OVER where the session was ended meanwhile
 */
export async function answerDecision(
  context: AppContext,
  caller: Caller,
  { niceId, answer }: { niceId: string; answer: DecisionAnswer },
): Promise<void> {
  const found = requireMayPay(await findOrder(context.db, { niceId }), caller);
  if (answer === 'no' && found.decisionKind !== '') await requireUnpaidOutside(context, found);
  await context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, found.orderId);
    // The outside was asked since the caller was known. A new password locks the client before it ends the sessions.
    if (caller.kind === 'client') {
      await holdClient(trx, caller.clientId);
      await holdSession(trx, caller.sessionId, context.clock.now());
    }
    if (order.decisionKind === '') {
      if (order.decisionAnswer === answer) return;
      throw new Refusal({ code: 'DECISION_OVER' });
    }
    await trx.updateTable('orders').set({ decisionAnswer: answer }).where('orderId', '=', order.orderId).execute();
    if (answer === 'no') await refundOrder(context, trx, order, { reason: 'refund_started', actor: 'client' });
    else await goOn(context, trx, order);
  });
}

async function requireUnpaidOutside(context: AppContext, order: OrderRow): Promise<void> {
  const isUnpaid = await isUnpaidOutside(context, order).catch((error: unknown) => {
    if (error instanceof ProviderError)
      throw new Refusal({ code: 'TRY_LATER' }, { cause: error, retryAfterSeconds: 5 });
    throw error;
  });
  if (!isUnpaid) throw new Refusal({ code: 'TRY_LATER' }, { retryAfterSeconds: askAgainMs / 1000 });
}

async function goOn(context: AppContext, trx: Executor, order: OrderRow): Promise<void> {
  const offer = await offerNow(context, trx, order);
  if ('refused' in offer) throw new Refusal({ code: offer.refused });
  await exchangeOrder(context, trx, order, offer, { reason: 'payment_accepted', actor: 'client' });
  // A coupon that the part is too little for is not used up.
  if (offer.record.discount === undefined) await returnBenefits(context, trx, order.orderId);
}
