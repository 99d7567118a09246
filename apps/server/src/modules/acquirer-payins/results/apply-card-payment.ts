import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { webhookRefusal } from '../../../errors.ts';
import { defineJob } from '../../../jobs/define-job.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import type { AcquirerPayment, Acquirer } from '../../../providers/acquirer/port.ts';
import { raiseAlarm } from '../../alarms/raise-alarm.ts';
import { restrictCard } from '../../cards/store.ts';
import { type OrderEnding, addHistory, endOrder } from '../../order-lifecycle/change-status.ts';
import { lockOrder, findOrder } from '../../order-lifecycle/store.ts';
import { type CardPaymentDecision, decideCardPayment } from '../rules.ts';
import {
  type PaymentReport,
  bookLatePayment,
  bookPassedThrough,
  bookReversal,
  bookUnseenReversal,
  restrictPaid,
} from '../book-reversal.ts';
import { bookWon } from '../book-won.ts';
import {
  lockCardPayment,
  markCredited,
  markOutside,
  markStatus,
  type CardPaymentRow,
  findCardPayment,
  findOrderOfPayment,
  keepCardOf,
  sumOwnRefunds,
  stopCardPaymentJob,
} from '../store.ts';
import { paths } from '../../../ledger/paths.ts';
import { applyForgottenPayment } from '../../forgotten-payments/forgotten-payment.ts';
import { receiveMoney } from '../../settlement/receive-money.ts';
import { ProviderError } from '../../../providers/provider-error.ts';

/** Queries the acquirer for a payment that a webhook named, by its id there. */
export const confirmCardPaymentJob = defineJob({
  name: 'confirm-card-payment',
  payload: z.object({
    acquirer: z.string().max(40).default('card_one'),
    acquirerPaymentId: z.string().min(1).max(200),
  }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** The webhooks of every payment provider, without a rate limit: a duplicate is answered like the first. */
export function acquirerWebhookRoutes(app: FastifyInstance, context: AppContext): void {
  for (const acquirer of context.providers.acquirers.all)
    app.post(`/webhooks/${acquirer.webhookPath}`, { config: { isUnlimited: true } }, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const signature = request.headers['acquirer-signature'];
      const refused = await receiveWebhook(context, acquirer, body, typeof signature === 'string' ? signature : '');
      // A refusal has a code with its reason.
      if (refused !== undefined) throw webhookRefusal(refused);
      return reply.code(204).send();
    });
}

/**
 * Receives a webhook of a provider: checked, stored and queued before it is answered. The same event again changes
 * nothing.
 *
 * @returns why it was refused, or `undefined`
 */
async function receiveWebhook(
  context: AppContext,
  acquirer: Acquirer,
  body: string,
  signature: string,
): Promise<string | undefined> {
  const now = context.clock.now();
  const event = acquirer.readEvent(body, signature, now);
  if ('refused' in event) {
    context.log.warn('a webhook was refused', { provider: acquirer.name, reason: event.refused });
    return event.refused;
  }
  const { db } = context;
  const { id: eventId, type: eventType, paymentId: acquirerPaymentId } = event;
  const stored = db
    .insertInto('receivedWebhooks')
    .values({ firm: acquirer.name, eventId, eventType, body, receivedAt: now });
  const jobs = context.jobs.gather();
  const payload = { acquirer: acquirer.name, acquirerPaymentId };
  await jobs.enqueue(db, confirmCardPaymentJob, payload, { singletonKey: acquirerPaymentId });
  await jobs.flush(db, stored).catch(ignoreKnown);
  return undefined;
}

/** Webhook and job are one statement: if the webhook is known already, neither is written. */
function ignoreKnown(error: unknown): void {
  const isKnown = error instanceof Error && 'constraint' in error && error.constraint === 'received_webhooks_pkey';
  if (!isKnown) throw error;
}

/**
 * Handles a webhook: its content does not count, the acquirer is queried for the payment itself. A payment that belongs
 * to no order of ours is an alarm.
 */
export async function confirmCardPayment(
  context: AppContext,
  { acquirer, acquirerPaymentId }: { acquirer: string; acquirerPaymentId: string },
): Promise<void> {
  const outside = await getPayment(context, acquirer, acquirerPaymentId);
  if (outside === undefined) return;
  const orderId =
    (await findOrderOfPayment(context.db, acquirer, outside.id)) ??
    // A webhook can be faster than the answer to our own call.
    (await findOrderByReference(context, acquirer, outside.reference));
  if (orderId !== undefined) return applyCardPayment(context, orderId, outside);
  const { isAgreed } = await applyForgottenPayment(context, context.providers.acquirers.find(acquirer), outside);
  if (isAgreed) return undefined;
  const { status, amount, refundedAmount, currency } = outside;
  await raiseAlarm(context, context.db, {
    kind: 'payment_mismatch',
    subject: outside.id,
    details: { what: 'unknown_reference', status, amount, refundedAmount, currency },
  });
}

async function findOrderByReference({ db }: AppContext, acquirer: string, niceId: string): Promise<string | undefined> {
  const orderId = (await findOrder(db, { niceId }))?.orderId;
  const payment = orderId === undefined ? undefined : await findCardPayment(db, orderId);
  return payment?.acquirer === acquirer ? orderId : undefined;
}

async function getPayment(
  { providers, log }: AppContext,
  acquirer: string,
  id: string,
): Promise<AcquirerPayment | undefined> {
  try {
    return await providers.acquirers.find(acquirer).getPayment(id);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    log.warn('the acquirer does not know a payment it told of', { provider: acquirer, code: error.code });
    return undefined;
  }
}

/**
 * Applies the acquirer's own status of a payment, in one transaction. For any number and order of calls an order is
 * credited once and money is refunded once.
 *
 * @param seen the payment as it was in the books before the acquirer was asked
 */
export async function applyCardPayment(
  context: AppContext,
  orderId: string,
  outside: AcquirerPayment,
  ending?: OrderEnding,
  seen?: CardPaymentRow,
): Promise<void> {
  const mismatch = await context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const payment = await lockCardPayment(trx, orderId);
    const known = {
      ...payment,
      niceId: order.niceId,
      orderStatus: order.status,
      // What was won back is its client's.
      isCredited: payment.creditedAt !== null || payment.turns > 0,
      isRefundWanted: payment.refundRequestedAt !== null,
      ...(await sumOwnRefunds(trx, orderId)),
    };
    const decision = decideCardPayment(known, outside);
    if (decision.kind === 'mismatch') {
      // Its status alone is stored, so that it is no longer polled; what brought money is, as it may be taken back.
      const status = known.isCredited || known.isRefundWanted ? payment.status : outside.status;
      if (decision.what !== 'id') await markStatus(trx, payment.paymentId, status, context.clock.now());
      return { what: decision.what, niceId: order.niceId };
    }
    if (decision.kind === 'won' && !isUnchanged(payment, seen)) return 'unsure';
    const jobs = context.jobs.gather();
    await carryOut({ ...context, jobs }, trx, decision, { order, payment, outside }, ending);
    await jobs.flush(trx);
    return undefined;
  });
  if (mismatch === 'unsure') return applyLaterAnswer(context, orderId, seen);
  if (mismatch !== undefined)
    await raiseAlarm(context, context.db, {
      kind: 'payment_mismatch',
      subject: mismatch.niceId,
      details: { what: mismatch.what, acquirerPaymentId: outside.id, status: outside.status },
    });
}

function isUnchanged({ status, refundedOutside, turns }: CardPaymentRow, seen: CardPaymentRow | undefined): boolean {
  return seen?.status === status && seen.refundedOutside === refundedOutside && seen.turns === turns;
}

/**
 * An answer from before money was taken back reads like one from after it was won back: the acquirer is asked again,
 * now that the loss is in the books.
 *
 * @throws Error where the books have changed meanwhile: it is tried again
 */
async function applyLaterAnswer(context: AppContext, orderId: string, before?: CardPaymentRow): Promise<void> {
  if (before !== undefined) throw new Error(`The payment of order ${orderId} changed while its acquirer was asked.`);
  const seen = await findCardPayment(context.db, orderId);
  if (seen === undefined || seen.acquirerPaymentId === null) return;
  const outside = await getPayment(context, seen.acquirer, seen.acquirerPaymentId);
  if (outside !== undefined) await applyCardPayment(context, orderId, outside, undefined, seen);
}

async function carryOut(
  context: AppContext,
  trx: Executor,
  decision: Exclude<CardPaymentDecision, { kind: 'mismatch' }>,
  report: PaymentReport,
  ending: OrderEnding | undefined,
): Promise<void> {
  const { order, payment, outside } = report;
  if (decision.kind === 'nothing') return;
  // Once: later news of the payment would bring a card back that was deleted since.
  if (decision.kind === 'credit' || decision.kind === 'give_back') await keepCardOf(context, trx, report);
  if (decision.kind === 'credit') return creditOrder(context, trx, report, decision.reversed);
  await markOutside(trx, payment.paymentId, outside, context.clock.now());
  switch (decision.kind) {
    case 'give_back':
      return bookLatePayment(context, trx, report, decision.reversed);
    case 'taken_back':
      return bookReversal(context, trx, report, decision.reversed);
    case 'won':
      return bookWon(context, trx, report, decision.won);
    case 'came_and_went':
      return bookUnseenReversal(context, trx, report);
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
    case 'store':
      if (outside.status === 'charged_back') await restrictPaid(trx, report);
      return recordDecline(context, trx, report);
  }
}

async function recordDecline(
  context: AppContext,
  trx: Executor,
  { order, payment, outside }: PaymentReport,
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
  { order, payment, outside }: PaymentReport,
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
    // Its payer is not signed in, and anybody may own the address that was typed.
    ...(order.isMerchant && { refundTo: { method: 'card', destination: outside.id } }),
  });
}
