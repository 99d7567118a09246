import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { AppContext } from '../../context.ts';
import { postEntry } from '../../ledger/entry.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { addHistory, queueOrderEmail } from '../order-lifecycle/change-status.ts';
import { lockOrder } from '../order-lifecycle/store.ts';
import { refundPostings } from './book-reversal.ts';
import { type CardPaymentRow, findCardPayment, lockCardPayment } from './store.ts';
import { requirePromisedRefund } from '../promises/require-promised-price.ts';
import { RefundTaken } from '../settlement/refund.ts';
import { syncCardPayment } from './results/sync-card-payment.ts';

/** Refunds late money. The key at the acquirer is fixed by the payment, so that it is refunded once. */
export async function refundCardPayment(context: AppContext, orderId: string): Promise<void> {
  const wanted = await findCardPayment(context.db, orderId);
  if (wanted === undefined || wanted.refundRequestedAt === null || wanted.refundedAt !== null) return;
  const refundId = await refundOutside(context, orderId, wanted);
  if (refundId === undefined) return clearAlarm(context, context.db, 'refund_failed', orderId);
  await context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const payment = await lockCardPayment(trx, orderId);
    if (payment.refundRequestedAt === null || payment.refundedAt !== null) return;
    const now = context.clock.now();
    await trx
      .updateTable('cardPayments')
      .set({ status: 'refunded', refundId, refundedAt: now, updatedAt: now })
      .where('paymentId', '=', payment.paymentId)
      .execute();
    await postEntry(trx, context, {
      kind: 'card_refund',
      reference: order.niceId,
      idempotencyKey: `card_refund:${payment.paymentId}`,
      postings: refundPostings(payment, order.niceId, payment.amount - payment.refundedOutside),
    });
    const { status } = order;
    await addHistory(context, trx, { orderId, from: status, to: status, reason: 'payment_refunded', actor: 'system' });
    await queueOrderEmail(context, trx, 'order-refunded', order);
  });
  await clearAlarm(context, context.db, 'refund_failed', orderId);
}

/** @returns the refund's id, or `undefined` where a dispute has taken the money, which is booked then */
async function refundOutside(
  context: AppContext,
  orderId: string,
  payment: CardPaymentRow,
): Promise<string | undefined> {
  const { paymentId, amount, refundedOutside: before } = payment;
  try {
    return await refundAtAcquirer(context, payment, { key: `refund-${paymentId}`, amount: amount - before, before });
  } catch (error) {
    if (error instanceof RefundTaken) {
      await syncCardPayment(context, orderId);
      return undefined;
    }
    if (error instanceof ProviderError && error.kind === 'refused')
      await raiseAlarm(context, context.db, {
        kind: 'refund_failed',
        subject: orderId,
        details: { reason: error.message },
      });
    throw error;
  }
}

/** The key for a refund that was found at the acquirer, which has it under another key. */
const found = 'found';

/**
 * Gives money of a payment back, once: what the acquirer has given back already is looked up first, since a restored
 * database may ask under another key, and a person may have given a part of it.
 *
 * @param refund `before`: what was given back and is booked
 * @returns the refund's id at the acquirer
 * @throws RefundTaken where a dispute has taken it
 */
export async function refundAtAcquirer(
  context: AppContext,
  payment: CardPaymentRow,
  { key, amount, before }: { key: string; amount: bigint; before: bigint },
): Promise<string> {
  const { acquirerPaymentId: id, currency, orderId } = payment;
  if (id === null) throw new Error(`The payment of order ${orderId} has money but no id.`);
  const acquirer = context.providers.acquirers.find(payment.acquirer);
  const precision = findCurrency(currency)?.precision ?? 2;
  const { refundedAmount, status, ...outside } = await acquirer.getPayment(id);
  // Of another payment it says nothing: this one would count as refunded.
  if (outside.currency !== currency || parseAmount(outside.amount, precision) !== payment.amount)
    throw new Error(
      `${payment.acquirer} names ${id} with ${outside.amount} ${outside.currency}: ask for the right one.`,
    );
  const already = (parseAmount(refundedAmount, precision) ?? 0n) - before;
  const left = already > 0n ? amount - already : amount;
  if (status === 'charged_back') throw new RefundTaken(`The payment ${id} was charged back.`);
  if (left <= 0n) return found;
  const source = { orderId, amount: payment.amount - before, currency, refundDestination: id };
  requirePromisedRefund({ orderId, amount: left, currency, destination: id }, source);
  // Another amount is another refund.
  const asked = left === amount ? key : `${key}-${left}`;
  return (await acquirer.refundPayment({ key: asked, id, amount: formatAmount(left, precision), currency })).id;
}
