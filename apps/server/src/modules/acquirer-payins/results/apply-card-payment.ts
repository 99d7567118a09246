import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import type { AcquirerPayment } from '../../../providers/acquirer/port.ts';
import { raiseAlarm } from '../../alarms/raise-alarm.ts';
import { keepPaidCard } from '../../cards/keep-card.ts';
import { restrictCard } from '../../cards/store.ts';
import { addHistory } from '../../order-lifecycle/history.ts';
import { lockOrder } from '../../order-lifecycle/store.ts';
import { type OrderEnding, endOrder } from '../../order-lifecycle/change-status.ts';
import { refundCardPaymentJob, stopCardPaymentJob } from '../jobs.ts';
import { type CardPaymentDecision, decideCardPayment } from '../rules.ts';
import {
  type PaymentNews,
  bookPassedThrough,
  bookReversal,
  bookUnseenReversal,
  payinPostings,
} from '../book-reversal.ts';
import { lockCardPayment, markCredited, markOutside, markStatus } from '../store.ts';
import { paths } from '../../../ledger/paths.ts';
import { receiveMoney } from '../../settlement/receive-money.ts';
import { postEntry } from '../../../ledger/entry.ts';

/**
 * Applies the acquirer's own status of a payment, in one transaction. For any number and order of calls an order is
 * credited once and money is refunded once.
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
      isRefundWanted: payment.refundRequestedAt !== null,
      // A payment that never brought money has nothing to refund.
      refundedByUs: payment.creditedAt === null ? 0n : await sumOwnRefunds(trx, orderId),
    };
    const decision = decideCardPayment(known, outside);
    if (decision.kind === 'mismatch') {
      // Its status is stored so that it is no longer polled; nothing else of it is trusted.
      if (decision.what !== 'id') await markStatus(trx, payment.paymentId, outside.status, context.clock.now());
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
  if (decision.kind === 'credit') return creditOrder(context, trx, news, decision.reversed);
  await markOutside(trx, payment.paymentId, outside, context.clock.now());
  switch (decision.kind) {
    case 'give_back':
      return bookLatePayment(context, trx, news, decision.reversed);
    case 'taken_back':
      return bookReversal(context, trx, news, decision.reversed);
    case 'came_and_went':
      return bookUnseenReversal(context, trx, news);
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
      return recordDecline(context, trx, news);
  }
}

async function recordDecline(
  context: AppContext,
  trx: Executor,
  { order, payment, outside }: PaymentNews,
): Promise<void> {
  if (outside.status !== 'declined' || payment.status === 'declined') return;
  if (outside.declineReason === 'restricted_card' && payment.cardId !== null) await restrictCard(trx, payment.cardId);
  const { orderId, status } = order;
  await addHistory(context, trx, { orderId, from: status, to: status, reason: 'card_declined', actor: 'system' });
}

/**
 * Takes an approved payment in, in the caller's transaction: the order is credited, exchanged and planned to be paid
 * out.
 *
 * @param reversed what of it the acquirer has given back already
 */
async function creditOrder(
  context: AppContext,
  trx: Executor,
  { order, payment, outside }: PaymentNews,
  reversed: bigint,
): Promise<void> {
  const { paymentId, acquirer, currency } = payment;
  if (!(await markCredited(trx, paymentId, outside, context.clock.now())))
    throw new Error(`The payment of order ${order.niceId} was credited twice.`);
  if (reversed > 0n) await bookPassedThrough(context, trx, { order, payment, outside }, reversed);
  const from = paths.worldCard(acquirer);
  await receiveMoney(context, trx, order, {
    kind: 'card_payin',
    key: `card_payin:${paymentId}`,
    from,
    amount: payment.amount - reversed,
    currency,
    arrivedAt: outside.approvedAt,
  });
}

/** What we ourselves send back of an order to its card: the settlement's refunds book it. */
async function sumOwnRefunds(trx: Executor, orderId: string): Promise<bigint> {
  const { amount } = await trx
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<bigint | null>('amount').as('amount'))
    .where('orderId', '=', orderId)
    .where('method', '=', 'card')
    .executeTakeFirstOrThrow();
  return amount ?? 0n;
}

/** Money came for an order that has ended: it is booked as the order's, and its refund is queued. */
async function bookLatePayment(
  context: AppContext,
  trx: Executor,
  { order, payment, outside }: PaymentNews,
  reversed: bigint,
): Promise<void> {
  const { orderId, niceId } = order;
  if (reversed > 0n) await bookPassedThrough(context, trx, { order, payment, outside }, reversed);
  await postEntry(trx, context, {
    kind: 'card_payin',
    reference: niceId,
    idempotencyKey: `card_payin:${payment.paymentId}`,
    postings: payinPostings(payment, niceId, payment.amount - reversed),
  });
  await trx
    .updateTable('cardPayments')
    .set({ refundRequestedAt: context.clock.now() })
    .where('paymentId', '=', payment.paymentId)
    .execute();
  await context.jobs.enqueue(trx, refundCardPaymentJob, { orderId }, { singletonKey: orderId });
}
