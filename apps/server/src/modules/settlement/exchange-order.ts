import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { queueOrderLetter } from '../lifecycle/queue-order-letter.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { conversionPostings } from '../pricing/conversion-postings.ts';
import { quoteRecord, type QuoteRecord } from '../pricing/quote-record.ts';

/**
 * Exchanges the money that an order holds at its final price and plans the pay-out, in the caller's transaction.
 * The order is `processing` afterwards, or further where the pay-out is done at once.
 */
export async function exchangeOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  record: QuoteRecord,
): Promise<void> {
  const { orderId, niceId, status } = order;
  await trx
    .updateTable('orders')
    .set({
      pricing: JSON.stringify(z.encode(quoteRecord, record)),
      payinAmount: record.payinAmount,
      payoutAmount: record.payoutAmount,
      decisionKind: '',
      decideUntil: null,
    })
    .where('orderId', '=', orderId)
    .execute();
  await postEntry(trx, context, {
    kind: 'conversion',
    reference: niceId,
    idempotencyKey: `conversion:${orderId}`,
    postings: conversionPostings(record, niceId),
  });
  const change = { orderId, from: status, to: 'processing', reason: 'payment_received', actor: 'system' } as const;
  if (!(await changeStatus(context, trx, change))) throw new Error(`The order ${niceId} moved while it was held.`);
  const exchanged: OrderRow = {
    ...order,
    status: 'processing',
    pricing: record,
    payinAmount: record.payinAmount,
    payoutAmount: record.payoutAmount,
  };
  await queueOrderLetter(context, trx, 'payment-received', exchanged);
  await findPayoutMethod(record.payoutProvider).plan(context, trx, exchanged, record.payoutAmount);
}
