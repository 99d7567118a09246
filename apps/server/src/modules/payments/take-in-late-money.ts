import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import type { PaymentNews } from './payment-news.ts';
import { refundCardPaymentJob } from './jobs/refund-card-payment.ts';
import { payinPostings } from './postings.ts';

/** Money came for an order that has ended: it is booked as the order's, and its refund is queued. */
export async function takeInLateMoney(
  context: AppContext,
  trx: Executor,
  { order, payment }: PaymentNews,
): Promise<void> {
  const { orderId, niceId } = order;
  await postEntry(trx, context, {
    kind: 'card_payin',
    reference: niceId,
    idempotencyKey: `card_payin:${payment.paymentId}`,
    postings: payinPostings(payment, niceId),
  });
  await trx
    .updateTable('cardPayments')
    .set({ refundRequestedAt: context.clock.now() })
    .where('paymentId', '=', payment.paymentId)
    .execute();
  await context.jobs.enqueue(trx, refundCardPaymentJob, { orderId }, { singletonKey: orderId });
}
