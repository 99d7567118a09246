import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import {
  type CardPaymentRow,
  sumOwnRefunds,
  isGoingBack,
  lockCardPayment,
  markReversed,
  refundCardPaymentJob,
} from './store.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { type Posting, postEntry } from '../../ledger/entry.ts';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { uncountMoney } from '../limits/store.ts';
import { restrictCard } from '../cards/store.ts';
import { changeStatus } from '../order-lifecycle/change-status.ts';
import { insertRefund } from '../order-lifecycle/insert-refund.ts';
import { reportLoss } from '../order-lifecycle/notify-held.ts';
import { shareLoss } from '../partner-fees/partner-fee.ts';
import { type Within, holdGiven, holdProceeds } from '../losses/follow-loss.ts';
import { readUnlost, returnStopped, undoExchange } from '../settlement/undo-exchange.ts';
import { requirePromisedReturn } from '../promises/require-promised-price.ts';
import { planRefund } from '../settlement/refund.ts';

/** An order and its payment, both locked until the transaction ends, and the acquirer's answer. */
export interface PaymentReport {
  order: OrderRow;
  payment: CardPaymentRow;
  outside: AcquirerPayment;
}

/** A card payment has arrived for an order. */
export function payinPostings({ acquirer, currency }: CardPaymentRow, niceId: string, amount: bigint): Posting[] {
  return [{ from: paths.worldCard(acquirer), to: paths.order(niceId), amount, currency }];
}

/** Money that the order still holds is refunded to its payer. */
export function refundPostings({ acquirer, currency }: CardPaymentRow, niceId: string, amount: bigint): Posting[] {
  return [{ from: paths.order(niceId), to: paths.worldCard(acquirer), amount, currency }];
}

/** The payer has money back that the order no longer holds: the operator bears the loss. */
function lossPostings({ acquirer, currency }: CardPaymentRow, amount: bigint): Posting[] {
  return [{ from: paths.chargebackLoss, to: paths.worldCard(acquirer), amount, currency }];
}

/**
 * The payer has money back without a refund of ours, in part or whole (chargeback, or a refund made at the acquirer).
 * Money that the order still holds pays for it, also where its exchange is reversed because the payout is not signed
 * yet; the rest of that is the client's. Spent money is the operator's loss, held where it is on a balance.
 */
export async function bookReversal(
  context: AppContext,
  trx: Executor,
  { order, payment, outside }: PaymentReport,
  reversed: bigint,
): Promise<void> {
  const { niceId, status } = order;
  const isStopped = await undoExchange(context, trx, order, 'payment_charged_back');
  // What was won back is on its client's balance, and no order's.
  const isHeld =
    isStopped || isBeforeMoney(status) || isGoingBack(payment) || (payment.creditedAt === null && payment.turns === 0);
  const held = isHeld ? await readBalance(trx, paths.order(niceId), payment.currency) : 0n;
  const left = await readUnlost(trx, order, held);
  const own = left < reversed ? left : reversed;
  const postings = [...refundPostings(payment, niceId, own), ...lossPostings(payment, reversed - own)];
  const all = await markReversed(trx, payment, reversed);
  const key = nameReversal(payment, reversed, all);
  await postEntry(trx, context, {
    kind: outside.status === 'charged_back' ? 'card_chargeback' : 'card_refund',
    reference: niceId,
    idempotencyKey: `card_taken_back:${key}`,
    postings: postings.filter(({ amount }) => amount > 0n),
  });
  if (outside.status !== 'approved') await endPayment(trx, { order, payment, outside });
  if (own < reversed) await bearLoss(context, trx, { order, payment, key, lost: reversed - own });
  // Anybody may have paid at a merchant under this address: what they took back is no part of its owner's month.
  if (order.isMerchant && all >= payment.amount) await uncountMoney(trx, order.orderId);
  const ended = isStopped ? { ...order, status: 'error' as const } : await endUnexchanged(context, trx, order);
  if (ended !== undefined) await returnRest(context, trx, ended, payment);
  const loss = { key: `payment:${key}`, reason: 'payment_charged_back' } as const;
  if (own < reversed) await reportLoss(context, trx, order, loss);
  await alarmReversal(context, trx, { order, payment, outside }, { isSpent: own < reversed, reversed });
}

/** Names what was taken back of a payment: all of it at once, or the part that makes it so much. */
function nameReversal(payment: CardPaymentRow, reversed: bigint, all: bigint): string {
  return reversed === payment.amount ? nameTurn(payment) : `${nameTurn(payment)}:${all}`;
}

export function nameTurn({ paymentId, turns }: Pick<CardPaymentRow, 'paymentId' | 'turns'>): string {
  return turns === 0 ? paymentId : `${paymentId}:turn${turns}`;
}

export interface Loss extends Pick<PaymentReport, 'order' | 'payment'> {
  /** Names what was taken back. */
  key: string;
  lost: bigint;
  /** What of it a person has decided about: it is held nowhere. */
  decided?: bigint;
  within?: Within;
}

/**
 * What the operator has lost is held where it is on a balance: what the payment gave there by itself, and what its
 * order bought. The partner's fee bears its share.
 */
export async function bearLoss(context: AppContext, trx: Executor, loss: Loss): Promise<void> {
  const { order, payment, key, decided = 0n, within } = loss;
  const lost = loss.lost - decided;
  const why = { reason: 'payment_charged_back', expense: paths.chargebackLoss } as const;
  const about = { ...why, key: `payment:${key}`, within };
  const refunds = await trx
    .selectFrom('refunds')
    .select('refundId')
    .where('orderId', '=', order.orderId)
    .where('method', '=', 'balance')
    .where(({ or, fn, val }) =>
      or(
        ['card_payin', 'card_rest', 'card_won'].map((kind) =>
          fn<boolean>('starts_with', ['sourceKey', val(`${kind}:${payment.paymentId}`)]),
        ),
      ),
    )
    .orderBy('createdAt', 'desc')
    .execute();
  const entryKeys = refunds.map(({ refundId }) => `refund:${refundId}`);
  const { given, found } = await holdGiven(context, trx, order, { ...about, lost, entryKeys });
  if (lost > found) await holdProceeds(context, trx, order, { ...about, lost: lost - found });
  await shareLoss(context, trx, order, { ...about, lost: loss.lost - given });
}

/** It was paid and taken back before we ever saw it. */
export async function bookUnseenReversal(context: AppContext, trx: Executor, report: PaymentReport): Promise<void> {
  const { amount } = report.payment;
  await bookPassedThrough(context, trx, report, amount);
  await endPayment(trx, report);
  await endUnexchanged(context, trx, report.order);
  await alarmReversal(context, trx, report, { isSpent: false, reversed: amount });
}

/** Books an amount as come and gone: it was taken back before its order had it. */
export async function bookPassedThrough(
  context: AppContext,
  trx: Executor,
  { order, payment, outside }: PaymentReport,
  amount: bigint,
): Promise<void> {
  const { niceId: reference } = order;
  const key = nameReversal(payment, amount, await markReversed(trx, payment, amount));
  const kind = outside.status === 'charged_back' ? 'card_chargeback' : 'card_refund';
  const came = { kind: 'card_payin', postings: payinPostings(payment, reference, amount) };
  const went = { kind, postings: refundPostings(payment, reference, amount) };
  await postEntry(trx, context, { ...came, reference, idempotencyKey: `card_payin:${key}` });
  await postEntry(trx, context, { ...went, reference, idempotencyKey: `card_taken_back:${key}` });
}

async function endPayment(trx: Executor, report: PaymentReport): Promise<void> {
  const { paymentId } = report.payment;
  await trx.updateTable('cardPayments').set({ refundRequestedAt: null }).where('paymentId', '=', paymentId).execute();
  await restrictPaid(trx, report);
}

/** A card that was charged back is not used again, also where the money was on its way back to it. */
export async function restrictPaid(
  trx: Executor,
  { payment: { cardId }, outside }: Pick<PaymentReport, 'payment' | 'outside'>,
): Promise<void> {
  if (cardId !== null && outside.status === 'charged_back') await restrictCard(trx, cardId);
}

/** @returns the order where it waited for money and waits no more */
async function endUnexchanged(context: AppContext, trx: Executor, order: OrderRow): Promise<OrderRow | undefined> {
  const { orderId, status: from } = order;
  if (!isBeforeMoney(from)) return undefined;
  const also = { decisionKind: '', decideUntil: null };
  const change = { orderId, from, to: 'refunded', reason: 'payment_refunded', actor: 'system', also } as const;
  await changeStatus(context, trx, change);
  return { ...order, ...also, status: 'refunded' };
}

/** What the payer did not take back is the client's, or goes back to the card of a merchant's payer. */
async function returnRest(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  payment: PaymentReport['payment'],
): Promise<void> {
  const { refundedByUs, refundedByUsDone } = await sumOwnRefunds(trx, order.orderId);
  const goingBack = refundedByUs - refundedByUsDone;
  const amount = (await readBalance(trx, paths.order(order.niceId), payment.currency)) - goingBack;
  const sourceKey = `card_rest:${payment.paymentId}`;
  // What losses have taken that came before is held, and sent nowhere.
  const kept = amount - (order.isMerchant ? await readUnlost(trx, order, amount) : 0n);
  if (amount > kept) await returnToCard(context, trx, { order, payment }, { sourceKey, amount: amount - kept });
  const rest = { reason: 'payment_refunded', sourceKey: `${sourceKey}${amount > kept ? ':lost' : ''}` } as const;
  if (kept > 0n) await returnStopped(context, trx, order, { ...rest, amount: kept });
}

/** Returns money of a payment that its order holds to who paid it. */
export async function returnToPayer(
  context: AppContext,
  trx: Executor,
  { order, payment }: Pick<PaymentReport, 'order' | 'payment'>,
  money: { sourceKey: string; amount: bigint },
): Promise<void> {
  if (order.isMerchant) return returnToCard(context, trx, { order, payment }, money);
  const refund = { method: 'balance', reason: 'payment_refunded', currency: payment.currency, ...money };
  requirePromisedReturn(order, refund);
  await insertRefund(context, trx, order, refund);
}

/** A merchant's payer is not signed in, and anybody may own the address that was typed. */
async function returnToCard(
  context: AppContext,
  trx: Executor,
  { order, payment: { acquirer, acquirerPaymentId, currency } }: Pick<PaymentReport, 'order' | 'payment'>,
  { sourceKey: moneyKey, amount }: { sourceKey: string; amount: bigint },
): Promise<void> {
  if (acquirerPaymentId === null) throw new Error(`The payment of order ${order.niceId} has money but no id.`);
  const money = {
    moneyKey,
    orderId: order.orderId,
    amount,
    currency,
    fromPath: paths.worldCard(acquirer),
    refundMethod: 'card',
    refundDestination: acquirerPaymentId,
    refundName: '',
    // It is back, and pays for nothing.
    isAccepted: false,
    receivedAt: context.clock.now(),
  };
  const source = await trx.insertInto('receivedMoney').values(money).returningAll().executeTakeFirstOrThrow();
  await planRefund(context, trx, order, source, { amount, reason: 'payment_refunded' });
}

/** A dispute has taken what was on its way back to the card: nothing more is sent, and it can be won. */
export async function bookTakenRefund(
  context: AppContext,
  trx: Executor,
  { niceId: reference, orderId }: OrderRow,
  amount: bigint,
): Promise<void> {
  const payment = await lockCardPayment(trx, orderId);
  const key = nameReversal(payment, amount, await markReversed(trx, payment, amount));
  const postings = refundPostings(payment, reference, amount);
  const idempotencyKey = `card_taken_back:${key}`;
  await postEntry(trx, context, { kind: 'card_chargeback', reference, idempotencyKey, postings });
  if (payment.cardId !== null) await restrictCard(trx, payment.cardId);
}

async function alarmReversal(
  context: AppContext,
  trx: Executor,
  { order, outside }: PaymentReport,
  { isSpent, reversed }: { isSpent: boolean; reversed: bigint },
): Promise<void> {
  const details = { status: outside.status, isSpent, amount: reversed.toString() };
  await raiseAlarm(context, trx, { kind: 'chargeback', subject: order.niceId, details });
}

/** Money came for an order that has ended: it is booked as the order's, and its refund is queued. */
export async function bookLatePayment(
  context: AppContext,
  trx: Executor,
  { order, payment, outside }: PaymentReport,
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
