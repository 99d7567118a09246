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
import { merchantLevel } from '../limits/assess-merchant.ts';
import { countMoney, type LimitUse } from '../limits/count-money.ts';
import { getLimitTable } from '../limits/store.ts';
import { conversionPostings } from '../pricing/conversion-postings.ts';
import { quoteRecord, type QuoteRecord } from '../pricing/quote-record.ts';
import { requirePromisedPrice } from '../promises/require-promised-price.ts';
import { holdOrder } from './held-orders.ts';
import { judgeConversion } from './judge-conversion.ts';
import { refundSurplus } from './refund-surplus.ts';

/** Why an order is exchanged, and by whom. */
interface ExchangeCause {
  reason: HistoryReason;
  actor: HistoryActor;
}

/** The final price of what an order has received, and what of it goes back. */
export interface Settlement {
  record: QuoteRecord;
  surplus: bigint;
}

const paid: ExchangeCause = { reason: 'payment_received', actor: 'system' };

/**
 * Exchanges the money that an order holds at its final price, plans the pay-out and sends the surplus back, in the
 * caller's transaction. The order is `processing` afterwards, or further where the pay-out is done at once. What a
 * person must allow first is held: its money stays as it came.
 */
export async function exchangeOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  settlement: Settlement,
  { reason, actor }: ExchangeCause = paid,
): Promise<void> {
  const { orderId, niceId, status, receivedAmount } = order;
  const also = { receivedAmount, decisionKind: '', decideUntil: null };
  if (!(await changeStatus(context, trx, { orderId, from: status, to: 'processing', reason, actor, also })))
    throw new Error(`The order ${niceId} moved while it was held.`);
  const taken: OrderRow = { ...order, ...also, status: 'processing' };
  const { record } = settlement;
  await queueOrderLetter(context, trx, 'payment-received', {
    ...taken,
    ...finalAmounts(order, record),
    pricing: record,
  });
  await countOrder(context, trx, order, record);
  const doubt = judgeConversion(context, record);
  if (doubt === undefined) await convertOrder(context, trx, taken, settlement);
  else await holdOrder(context, trx, taken, settlement, doubt);
}

/** Counts the money against the month's limit of its client: what was promised counts whatever the limit has become. */
async function countOrder(context: AppContext, trx: Executor, order: OrderRow, record: QuoteRecord): Promise<void> {
  const { orderId, clientId, isMerchant, payinAmountEur, payinAmountUsd, payinAmount, payinCurrency } = order;
  const limits = await getLimitTable({ ...context, db: trx });
  const level = isMerchant ? merchantLevel : await readLevel(trx, clientId);
  const judged = payinCurrency === 'USD' ? 'USD' : 'EUR';
  const toUse = (currency: 'EUR' | 'USD', promised: bigint): LimitUse => ({
    currency,
    promised,
    amount: divideUp(promised * record.payinAmount, payinAmount),
    limit: currency === judged ? (limits[currency].get(level)?.monthMax ?? 0n) : undefined,
  });
  const uses = [toUse('EUR', payinAmountEur), toUse('USD', payinAmountUsd)];
  await countMoney(trx, { orderId, clientId, isMerchant, now: context.clock.now() }, uses);
}

async function readLevel(trx: Executor, clientId: string): Promise<string> {
  const row = await trx.selectFrom('clients').select('level').where('clientId', '=', clientId).executeTakeFirst();
  return row?.level ?? '';
}

/** The conversion of an order that is `processing`, its pay-out and its surplus. */
export async function convertOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  { record, surplus }: Settlement,
): Promise<void> {
  const { orderId, niceId } = order;
  requirePromisedPrice(order, record);
  await postEntry(trx, context, {
    kind: 'conversion',
    reference: niceId,
    idempotencyKey: `conversion:${orderId}`,
    postings: conversionPostings(record, niceId),
  });
  const final = finalAmounts(order, record);
  await trx
    .updateTable('orders')
    .set({ ...final, pricing: JSON.stringify(z.encode(quoteRecord, record)) })
    .where('orderId', '=', orderId)
    .execute();
  const exchanged: OrderRow = { ...order, ...final, pricing: record };
  await findPayoutMethod(record.payoutProvider).plan(context, trx, exchanged, record.payoutAmount);
  await refundSurplus(context, trx, exchanged, surplus);
}

function finalAmounts(order: OrderRow, { payinAmount, payoutAmount, payinAmountEur }: QuoteRecord) {
  const payinAmountUsd = divideUp(order.payinAmountUsd * payinAmount, order.payinAmount);
  return { payinAmount, payoutAmount, payinAmountEur, payinAmountUsd };
}
