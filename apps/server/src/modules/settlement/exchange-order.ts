import { divideUp } from '@causeway/domain/money/divide';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import type { HistoryActor, HistoryReason } from '../lifecycle/add-history.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { queueOrderLetter } from '../lifecycle/queue-order-letter.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { conversionPostings } from '../pricing/conversion-postings.ts';
import { quoteRecord, type QuoteRecord } from '../pricing/quote-record.ts';

/** Why an order is exchanged, and by whom. */
interface ExchangeCause {
  reason: HistoryReason;
  actor: HistoryActor;
}

const paid: ExchangeCause = { reason: 'payment_received', actor: 'system' };

/**
 * Exchanges the money that an order holds at its final price and plans the pay-out, in the caller's transaction.
 * The order is `processing` afterwards, or further where the pay-out is done at once.
 */
export async function exchangeOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  record: QuoteRecord,
  { reason, actor }: ExchangeCause = paid,
): Promise<void> {
  const { orderId, niceId, status } = order;
  const final = {
    receivedAmount: order.receivedAmount,
    payinAmount: record.payinAmount,
    payoutAmount: record.payoutAmount,
    payinAmountEur: record.payinAmountEur,
    payinAmountUsd: divideUp(order.payinAmountUsd * record.payinAmount, order.payinAmount),
    decisionKind: '',
    decideUntil: null,
  };
  await postEntry(trx, context, {
    kind: 'conversion',
    reference: niceId,
    idempotencyKey: `conversion:${orderId}`,
    postings: conversionPostings(record, niceId),
  });
  const also = { ...final, pricing: JSON.stringify(z.encode(quoteRecord, record)) };
  if (!(await changeStatus(context, trx, { orderId, from: status, to: 'processing', reason, actor, also })))
    throw new Error(`The order ${niceId} moved while it was held.`);
  const exchanged: OrderRow = { ...order, ...final, status: 'processing', pricing: record };
  await queueOrderLetter(context, trx, 'payment-received', exchanged);
  await findPayoutMethod(record.payoutProvider).plan(context, trx, exchanged, record.payoutAmount);
}
