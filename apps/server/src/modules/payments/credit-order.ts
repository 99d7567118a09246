import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { queueOrderLetter } from '../lifecycle/queue-order-letter.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { planPayout } from '../payouts/plan-payout.ts';
import { conversionPostings } from '../pricing/conversion-postings.ts';
import { findCurrentRate } from '../pricing/find-current-rate.ts';
import { quoteRecord, type QuoteRecord } from '../pricing/quote-record.ts';
import { repriceAtPayment } from '../pricing/reprice-at-payment.ts';
import type { PaymentNews } from './payment-news.ts';
import { payinPostings } from './postings.ts';

/**
 * Takes an approved payment in: the order is credited, priced for good, exchanged and planned to be paid out,
 * all in the caller's transaction.
 */
export async function creditOrder(context: AppContext, trx: Executor, { order, payment }: PaymentNews): Promise<void> {
  const { orderId, niceId, status } = order;
  const record = await priceForGood({ ...context, db: trx }, order);
  const marked = await trx
    .updateTable('cardPayments')
    .set({ creditedAt: context.clock.now() })
    .where('paymentId', '=', payment.paymentId)
    .where('creditedAt', 'is', null)
    .executeTakeFirst();
  if (marked.numUpdatedRows !== 1n) throw new Error(`The payment of order ${niceId} was credited twice.`);
  await trx
    .updateTable('orders')
    .set({ pricing: JSON.stringify(z.encode(quoteRecord, record)), payoutAmount: record.payoutAmount })
    .where('orderId', '=', orderId)
    .execute();
  await postEntry(trx, context, {
    kind: 'card_payin',
    reference: niceId,
    idempotencyKey: `card_payin:${payment.paymentId}`,
    postings: payinPostings(payment, niceId),
  });
  await postEntry(trx, context, {
    kind: 'conversion',
    reference: niceId,
    idempotencyKey: `conversion:${orderId}`,
    postings: conversionPostings(record, niceId),
  });
  const change = { orderId, from: status, to: 'processing', reason: 'payment_received', actor: 'system' } as const;
  if (!(await changeStatus(context, trx, change))) throw new Error(`The order ${niceId} moved while it was held.`);
  await planPayout(context, trx, order, record.payoutAmount);
  await queueOrderLetter(context, trx, 'payment-received', { ...order, payoutAmount: record.payoutAmount });
}

/** A fixed rate holds; a floating one is the rate of the moment in which the money is here. */
async function priceForGood(context: AppContext, { pricing, isFloatingRate, niceId }: OrderRow): Promise<QuoteRecord> {
  if (!isFloatingRate) return pricing;
  const rate = await findCurrentRate(context, pricing);
  const record = rate && repriceAtPayment(pricing, rate);
  if (record === undefined) throw new Error(`There is no rate to exchange the money of order ${niceId} at.`);
  return record;
}
