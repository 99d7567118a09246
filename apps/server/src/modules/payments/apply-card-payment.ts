import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { keepPaidCard } from '../cards/keep-paid-card.ts';
import { restrictCard } from '../cards/restrict-card.ts';
import { addHistory } from '../lifecycle/add-history.ts';
import { lockOrder } from '../lifecycle/store.ts';
import { creditOrder } from './credit-order.ts';
import { endOrder, type OrderEnding } from '../lifecycle/end-order.ts';
import { stopCardPaymentJob } from './jobs/stop-card-payment.ts';
import { isRefundedByUs } from './is-refunded-by-us.ts';
import { decideCardPayment, type CardPaymentDecision } from './rules.ts';
import type { PaymentNews } from './payment-news.ts';
import { lockCardPayment, noteOutside, noteStatus } from './store.ts';
import { takeInLateMoney } from './take-in-late-money.ts';
import { takeBackMoney } from './take-back-money.ts';

/**
 * Acts on what the acquirer itself says of a payment, in one transaction. However often and in whatever order
 * it is called, an order is credited once and money is given back once.
 */
export async function applyCardPayment(
  context: AppContext,
  orderId: string,
  outside: AcquirerPayment,
  ending?: OrderEnding,
): Promise<void> {
  const mismatch = await context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const payment = await lockCardPayment(trx, orderId);
    const known = {
      ...payment,
      niceId: order.niceId,
      orderStatus: order.status,
      isCredited: payment.creditedAt !== null,
      // What never gave us money has nothing to give back.
      isRefundWanted:
        payment.refundRequestedAt !== null || (payment.creditedAt !== null && (await isRefundedByUs(trx, orderId))),
    };
    const decision = decideCardPayment(known, outside);
    if (decision.kind === 'mismatch') {
      // Its status is kept so that it is no longer polled; nothing else of it is believed.
      if (decision.what !== 'id') await noteStatus(trx, payment.paymentId, outside.status, context.clock.now());
      return { what: decision.what, niceId: order.niceId };
    }
    const jobs = context.jobs.gather();
    await carryOut({ ...context, jobs }, trx, decision, { order, payment, outside }, ending);
    await jobs.flush(trx);
    const { clientId } = order;
    if (outside.status === 'approved' && outside.keptCard !== undefined)
      await keepPaidCard(context, trx, { clientId, acquirer: payment.acquirer, card: outside.keptCard });
    return undefined;
  });
  if (mismatch !== undefined)
    await raiseAlarm(context, context.db, {
      kind: 'payment_mismatch',
      subject: mismatch.niceId,
      details: { what: mismatch.what, acquirerPaymentId: outside.id, status: outside.status },
    });
}

async function carryOut(
  context: AppContext,
  trx: Executor,
  decision: Exclude<CardPaymentDecision, { kind: 'mismatch' }>,
  news: PaymentNews,
  ending: OrderEnding | undefined,
): Promise<void> {
  const { order, payment, outside } = news;
  if (decision.kind === 'nothing') return;
  if (decision.kind === 'credit') return creditOrder(context, trx, news);
  await noteOutside(trx, payment.paymentId, outside, context.clock.now());
  switch (decision.kind) {
    case 'give_back':
      return takeInLateMoney(context, trx, news);
    case 'taken_back':
    case 'came_and_went':
      return takeBackMoney(context, trx, news, decision.kind);
    case 'end':
      await endOrder(
        context,
        trx,
        order,
        ending ?? { to: decision.to, reason: `payment_${decision.to}`, actor: 'system' },
      );
      return undefined;
    case 'stop':
      return context.jobs.enqueue(trx, stopCardPaymentJob, { orderId: order.orderId }, { singletonKey: order.orderId });
    case 'note':
      return noteDecline(context, trx, news);
  }
}

async function noteDecline(
  context: AppContext,
  trx: Executor,
  { order, payment, outside }: PaymentNews,
): Promise<void> {
  if (outside.status !== 'declined' || payment.status === 'declined') return;
  if (outside.declineReason === 'restricted_card' && payment.cardId !== null) await restrictCard(trx, payment.cardId);
  const { orderId, status } = order;
  await addHistory(context, trx, { orderId, from: status, to: status, reason: 'card_declined', actor: 'system' });
}
