import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { restrictCard } from '../cards/restrict-card.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { holdProceeds } from '../settlement/hold-proceeds.ts';
import { undoExchange } from '../settlement/undo-exchange.ts';
import type { PaymentNews } from './payment-news.ts';
import { lossPostings, payinPostings, refundPostings } from './postings.ts';

/**
 * The payer has the money back without our doing (chargeback, or a refund made at the acquirer). Money that the
 * order still holds pays for it, also where its exchange is reversed because nobody signed the pay-out yet; spent money
 * is the house's loss, and what is left of it on a balance is held.
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
  const isStopped = await undoExchange(context, trx, order, 'payment_charged_back');
  const isSpent = payment.creditedAt !== null && !isStopped;
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
  if (isSpent) await holdProceeds(context, trx, order, { key: `payment:${payment.paymentId}`, lost: payment.amount });
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
