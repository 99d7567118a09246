import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { restrictCard } from '../cards/restrict-card.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { endHold } from '../settlement/held-orders.ts';
import type { PaymentNews } from './payment-news.ts';
import { lossPostings, payinPostings, refundPostings } from './postings.ts';

/**
 * The payer has the money back without our doing (chargeback, or a refund made at the acquirer). Money that the
 * order still holds pays for it; spent money is the house's loss, and a pay-out that nobody signed yet is stopped.
 */
export async function takeBackMoney(
  context: AppContext,
  trx: Executor,
  { order, payment, outside }: PaymentNews,
  kind: 'taken_back' | 'came_and_went',
): Promise<void> {
  const { orderId, niceId, status } = order;
  const wasSeen = kind === 'taken_back';
  if (!wasSeen)
    await postEntry(trx, context, {
      kind: 'card_payin',
      reference: niceId,
      idempotencyKey: `card_payin:${payment.paymentId}`,
      postings: payinPostings(payment, niceId),
    });
  // What waits for a person was not exchanged: the order still holds it.
  const isHeld = (await endHold(context, trx, order, 'taken_back')) !== undefined;
  const isSpent = payment.creditedAt !== null && !isHeld;
  await postEntry(trx, context, {
    kind: outside.status === 'refunded' ? 'card_refund' : 'card_chargeback',
    reference: niceId,
    idempotencyKey: `card_taken_back:${payment.paymentId}`,
    postings: isSpent ? lossPostings(payment) : refundPostings(payment, niceId),
  });
  await trx
    .updateTable('cardPayments')
    .set({ refundRequestedAt: null })
    .where('paymentId', '=', payment.paymentId)
    .execute();
  if (payment.cardId !== null && outside.status === 'charged_back') await restrictCard(trx, payment.cardId);
  const payout = findPayoutMethod(order.pricing.payoutProvider);
  if (status === 'processing' && (isHeld || (isSpent && (await payout.stop(context, trx, orderId)))))
    await changeStatus(context, trx, {
      orderId,
      from: status,
      to: 'error',
      reason: 'payment_charged_back',
      actor: 'system',
    });
  if (isBeforeMoney(status))
    await changeStatus(context, trx, {
      orderId,
      from: status,
      to: 'refunded',
      reason: 'payment_refunded',
      actor: 'system',
    });
  await raiseAlarm(context, trx, { kind: 'chargeback', subject: niceId, details: { status: outside.status, isSpent } });
}
