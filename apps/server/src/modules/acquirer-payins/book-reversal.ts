import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { type CardPaymentRow, markReversed, markWon, refundCardPaymentJob } from './store.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { type Posting, postEntry } from '../../ledger/entry.ts';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { uncountMoney } from '../limits/store.ts';
import { restrictCard } from '../cards/store.ts';
import { changeStatus } from '../order-lifecycle/change-status.ts';
import { insertRefund } from '../order-lifecycle/insert-refund.ts';
import { returnShare, shareLoss } from '../partner-fees/partner-fee.ts';
import { countAgain, isHoldDecided, releaseProceeds } from '../losses/end-loss.ts';
import { holdGiven, holdProceeds } from '../losses/follow-loss.ts';
import { undoExchange } from '../settlement/undo-exchange.ts';
import { requirePromisedReturn } from '../promises/require-promised-price.ts';

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
  const isHeld = isStopped || isBeforeMoney(status) || (payment.creditedAt === null && payment.turns === 0);
  const left = isHeld ? await readBalance(trx, paths.order(niceId), payment.currency) : 0n;
  const own = left < reversed ? left : reversed;
  const postings = [...refundPostings(payment, niceId, own), ...lossPostings(payment, reversed - own)];
  const key = nameReversal(payment, reversed, await markReversed(trx, payment, reversed));
  await postEntry(trx, context, {
    kind: outside.status === 'charged_back' ? 'card_chargeback' : 'card_refund',
    reference: niceId,
    idempotencyKey: `card_taken_back:${key}`,
    postings: postings.filter(({ amount }) => amount > 0n),
  });
  if (outside.status !== 'approved') await endPayment(trx, { order, payment, outside });
  if (own < reversed) await bearLoss(context, trx, { order, payment, key, lost: reversed - own });
  // Anybody may have paid at a merchant under this address: what they took back is no part of its owner's month.
  if (order.isMerchant && outside.status !== 'approved') await uncountMoney(trx, order.orderId);
  const ended = isStopped ? { ...order, status: 'error' as const } : await endUnexchanged(context, trx, order);
  if (ended !== undefined) await returnRest(context, trx, ended, payment);
  await alarmReversal(context, trx, { order, payment, outside }, { isSpent: own < reversed, reversed });
}

/** Names what was taken back of a payment: all of it at once, or the part that makes it so much. */
function nameReversal(payment: CardPaymentRow, reversed: bigint, all: bigint): string {
  return reversed === payment.amount ? nameTurn(payment) : `${nameTurn(payment)}:${all}`;
}

function nameTurn({ paymentId, turns }: Pick<CardPaymentRow, 'paymentId' | 'turns'>): string {
  return turns === 0 ? paymentId : `${paymentId}:turn${turns}`;
}

interface Loss extends Pick<PaymentReport, 'order' | 'payment'> {
  /** Names what was taken back. */
  key: string;
  lost: bigint;
}

/**
 * What the operator has lost is held where it is on a balance: what the payment gave there by itself, and what its
 * order bought. The partner's fee bears its share.
 */
async function bearLoss(context: AppContext, trx: Executor, { order, payment, key, lost }: Loss): Promise<void> {
  const expense = paths.chargebackLoss;
  const about = { key: `payment:${key}`, reason: 'payment_charged_back', expense } as const;
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
  const { given, held } = await holdGiven(context, trx, order, { ...about, lost, entryKeys });
  if (lost > held) await holdProceeds(context, trx, order, { ...about, lost: lost - held });
  await shareLoss(context, trx, order, { ...about, lost: lost - given });
}

/**
 * The acquirer has given back what was taken back: the dispute was won. It goes to who bore the loss, the operator
 * first, and what its order gave to the client's balance. What was held for the loss is its client's again, but for a
 * part that stays lost; where a person has decided about any of it, not before all is won.
 *
 * @throws Error where the loss is archived
 */
export async function bookWon(
  context: AppContext,
  trx: Executor,
  { order, payment }: PaymentReport,
  won: bigint,
): Promise<void> {
  const { niceId: reference } = order;
  const { paymentId, acquirer, currency, refundedOutside, turns } = payment;
  const { lost, borne, keys, since } = await sumLosses(trx, reference, payment);
  if (lost < refundedOutside) throw new Error(`What was taken back of ${reference} is archived: restore its month.`);
  const ours = borne < won ? borne : won;
  const key = `card_won:${paymentId}:${turns + 1}`;
  const from = paths.worldCard(acquirer);
  const postings = [
    { from, to: paths.chargebackLoss, amount: ours, currency },
    { from, to: paths.order(reference), amount: won - ours, currency },
  ].filter(({ amount }) => amount > 0n);
  await postEntry(trx, context, { kind: 'card_won', reference, idempotencyKey: key, postings });
  await markWon(trx, payment, { won, now: context.clock.now() });
  // What a person has booked would be taken from the client's other money, and what was freed be held again.
  if (borne === ours || !(await isHoldDecided(trx, order, since))) {
    const rest = nameRest({ paymentId, turns: turns + 1 });
    await releaseLosses(context, trx, keys, { order, payment, key: rest, lost: borne - ours });
  }
  if (won > ours) await returnToClient(context, trx, order, { sourceKey: key, amount: won - ours, currency });
  if (order.isMerchant && ours > 0n && order.status !== 'error') await countAgain(trx, order);
  if (won !== refundedOutside) return;
  await clearAlarm(context, trx, 'chargeback', reference);
}

/** Ends losses of a payment, but for a part that stays lost. */
async function releaseLosses(context: AppContext, trx: Executor, keys: readonly string[], rest: Loss): Promise<void> {
  for (const loss of keys) {
    await releaseProceeds(context, trx, `payment:${loss}`);
    await returnShare(context, trx, rest.order, `payment:${loss}`);
  }
  if (rest.lost > 0n) await bearLoss(context, trx, rest);
}

/** Names what stayed lost after the turn before. */
function nameRest(payment: Pick<CardPaymentRow, 'paymentId' | 'turns'>): string {
  return `${nameTurn(payment)}:rest`;
}

/**
 * All that was taken back of a payment and not won, what of it the operator bears, the names of all losses, and the
 * entry since which not all is won.
 */
async function sumLosses(trx: Executor, niceId: string, payment: CardPaymentRow) {
  const [taken, won] = [`card_taken_back:${payment.paymentId}`, `card_won:${payment.paymentId}`];
  const rows = await trx
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerKeys', 'ledgerKeys.entryId', 'ledgerEntries.entryId')
    .select(['ledgerEntries.entryId', 'idempotencyKey', 'givers', 'takers', 'amounts'])
    .where('reference', '=', niceId)
    .where(({ or, fn, val }) =>
      or([taken, won].map((start) => fn<boolean>('starts_with', ['idempotencyKey', val(start)]))),
    )
    .orderBy('ledgerEntries.entryId')
    .execute();
  const world = paths.worldCard(payment.acquirer);
  const lines = rows.flatMap(({ entryId, givers, takers, amounts }) =>
    amounts.map((amount, index) =>
      takers[index] === world
        ? { entryId, of: givers[index], amount }
        : { entryId, of: takers[index], amount: -amount },
    ),
  );
  const sum = (of: readonly { amount: bigint }[]) => of.reduce((total, { amount }) => total + amount, 0n);
  const whole = rows.findLast(({ entryId }) => sum(lines.filter((line) => line.entryId <= entryId)) === 0n);
  const names = rows
    .filter(({ idempotencyKey }) => idempotencyKey.startsWith(taken))
    .map(({ idempotencyKey }) => idempotencyKey.slice('card_taken_back:'.length));
  const rests = Array.from({ length: payment.turns + 1 }, (_turn, turns) => nameRest({ ...payment, turns }));
  const borne = sum(lines.filter(({ of }) => of === paths.chargebackLoss));
  return { lost: sum(lines), borne, keys: [...names, ...rests], since: whole?.entryId };
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

async function endPayment(trx: Executor, { payment: { paymentId, cardId }, outside }: PaymentReport): Promise<void> {
  await trx.updateTable('cardPayments').set({ refundRequestedAt: null }).where('paymentId', '=', paymentId).execute();
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

/** What the payer did not take back is the client's. */
async function returnRest(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  { paymentId, currency }: PaymentReport['payment'],
): Promise<void> {
  const amount = await readBalance(trx, paths.order(order.niceId), currency);
  if (amount > 0n) await returnToClient(context, trx, order, { sourceKey: `card_rest:${paymentId}`, amount, currency });
}

async function returnToClient(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  money: { sourceKey: string; amount: bigint; currency: string },
): Promise<void> {
  const refund = { method: 'balance', reason: 'payment_refunded', ...money };
  requirePromisedReturn(order, refund);
  await insertRefund(context, trx, order, refund);
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
