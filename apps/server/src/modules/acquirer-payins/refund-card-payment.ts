import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { AppContext } from '../../context.ts';
import { postEntry } from '../../ledger/entry.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { addHistory } from '../order-lifecycle/history.ts';
import { queueOrderEmail } from '../order-lifecycle/queue-order-email.ts';
import { lockOrder } from '../order-lifecycle/store.ts';
import { refundPostings } from './book-reversal.ts';
import { type CardPaymentRow, findCardPayment, lockCardPayment } from './store.ts';

/** Gives late money back. The key at the acquirer is fixed by the payment, so that it is refunded once. */
export async function refundCardPayment(context: AppContext, orderId: string): Promise<void> {
  const wanted = await findCardPayment(context.db, orderId);
  if (wanted === undefined || wanted.refundRequestedAt === null || wanted.refundedAt !== null) return;
  const refundId = await refundOutside(context, orderId, wanted);
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
      postings: refundPostings(payment, order.niceId),
    });
    const { status } = order;
    await addHistory(context, trx, { orderId, from: status, to: status, reason: 'payment_refunded', actor: 'system' });
    await queueOrderEmail(context, trx, 'order-refunded', order);
  });
  await clearAlarm(context, context.db, 'refund_failed', orderId);
}

async function refundOutside(context: AppContext, orderId: string, payment: CardPaymentRow): Promise<string> {
  const acquirer = context.providers.acquirers.find(payment.acquirer);
  const id = payment.acquirerPaymentId;
  if (id === null) throw new Error(`The payment of order ${orderId} has money but no id.`);
  const { paymentId, currency } = payment;
  const amount = formatAmount(payment.amount, findCurrency(currency)?.precision ?? 2);
  try {
    return (await acquirer.refundPayment({ key: `refund-${paymentId}`, id, amount, currency })).id;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'refused')
      await raiseAlarm(context, context.db, {
        kind: 'refund_failed',
        subject: orderId,
        details: { reason: error.message },
      });
    throw error;
  }
}
