import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { addHistory, queueOrderEmail } from '../order-lifecycle/change-status.ts';
import { creditBalance } from '../order-lifecycle/insert-refund.ts';
import { type OrderRow, findOrder, lockOrder } from '../order-lifecycle/store.ts';
import { requirePromisedRefund } from '../promises/require-promised-price.ts';
import { RefundImpossible, type RefundRow, RefundTaken } from '../settlement/refund.ts';
import { findPayinMethod } from './find-payin-method.ts';

/**
 * Refunds an order's money, source by source. A refund that may not have been sent is sent again under the same key;
 * money whose source refuses a refund is credited to the client's balance instead.
 *
 * @throws ProviderError while a provider cannot be reached
 */
export async function refundMoney(context: AppContext, orderId: string): Promise<void> {
  const open = await context.db
    .selectFrom('refunds')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', '!=', 'done')
    .orderBy('refundId')
    .execute();
  const order = await findOrder(context.db, { orderId });
  if (order === undefined) return;
  for (const refund of open) {
    const outcome = await sendBack(context, refund, order);
    await context.db.transaction().execute((trx) => finish(context, trx, refund, outcome));
  }
  if (open.length > 0) await clearAlarm(context, context.db, 'refund_failed', orderId);
}

/** The refund's id at the provider, or why it has none. */
type Outcome = { outsideId: string } | RefundImpossible | 'taken';

async function sendBack(context: AppContext, refund: RefundRow, order: OrderRow): Promise<Outcome> {
  requirePromisedRefund(refund, await findSource(context.db, refund));
  try {
    return { outsideId: await findPayinMethod(order.pricing.payinProvider).refund(context, refund, order) };
  } catch (error) {
    if (error instanceof RefundImpossible) return error;
    if (error instanceof RefundTaken) return 'taken';
    if (error instanceof ProviderError && error.kind === 'refused')
      await raiseAlarm(context, context.db, {
        kind: 'refund_failed',
        subject: refund.orderId,
        details: { code: error.code, refundId: refund.refundId },
      });
    throw error;
  }
}

/** The money that goes back. */
async function findSource(executor: Executor, { sourceKey }: RefundRow) {
  return executor.selectFrom('receivedMoney').selectAll().where('moneyKey', '=', sourceKey).executeTakeFirstOrThrow();
}

async function finish(context: AppContext, trx: Executor, refund: RefundRow, outcome: Outcome): Promise<void> {
  const { refundId, orderId, amount, currency, method } = refund;
  const order = await lockOrder(trx, orderId);
  const isImpossible = outcome instanceof RefundImpossible;
  const done = await trx
    .updateTable('refunds')
    .set({
      status: 'done',
      doneAt: context.clock.now(),
      ...(isImpossible ? { method: 'balance', destination: '' } : outcome !== 'taken' && outcome),
    })
    .where('refundId', '=', refundId)
    .where('status', '!=', 'done')
    .executeTakeFirst();
  if (done.numUpdatedRows !== 1n) return;
  const { niceId, status } = order;
  await addHistory(context, trx, { orderId, from: status, to: status, reason: 'payment_refunded', actor: 'system' });
  const payin = findPayinMethod(order.pricing.payinProvider);
  if (outcome === 'taken') return payin.bookTaken?.(context, trx, order, amount);
  const source = await findSource(trx, refund);
  if (isImpossible) {
    // Not of what the order asked for: what came too late may be more, and counts as nothing that it received.
    requirePromisedRefund(refund, source);
    await creditBalance(context, trx, order, { refundId, amount, currency });
    return payin.bookReturned?.(context, trx, refund, outcome.returned);
  }
  await postEntry(trx, context, {
    kind: 'refund',
    reference: niceId,
    idempotencyKey: `refund:${refundId}`,
    postings: [{ from: paths.order(niceId), to: source.fromPath, amount, currency }],
  });
  await queueOrderEmail(context, trx, 'order-refunded', order, {
    refundMethod: method,
    refunded: amount,
    happening: refundId,
    isUnasked: order.finishedAt !== null && source.receivedAt > order.finishedAt,
  });
}
