import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import type { CardPaymentRow } from './store.ts';
import { paths } from '../../ledger/paths.ts';
import { type Posting, postEntry } from '../../ledger/entry.ts';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { restrictCard } from '../cards/store.ts';
import { changeStatus } from '../order-lifecycle/change-status.ts';
import { holdProceeds, undoExchange } from '../settlement/undo-exchange.ts';

/** An order and its payment, both held until the transaction ends, and what the acquirer says. */
export interface PaymentNews {
  order: OrderRow;
  payment: CardPaymentRow;
  outside: AcquirerPayment;
}

/** A card payment has arrived for an order. */
export function payinPostings({ acquirer, amount, currency }: CardPaymentRow, niceId: string): Posting[] {
  return [{ from: paths.worldCard(acquirer), to: paths.order(niceId), amount, currency }];
}

/** Money that the order still holds goes back to its payer. */
export function refundPostings({ acquirer, amount, currency }: CardPaymentRow, niceId: string): Posting[] {
  return [{ from: paths.order(niceId), to: paths.worldCard(acquirer), amount, currency }];
}

/** The payer has the money back although the order no longer holds it: the house bears the loss. */
function lossPostings({ acquirer, amount, currency }: CardPaymentRow): Posting[] {
  return [{ from: paths.chargebackLoss, to: paths.worldCard(acquirer), amount, currency }];
}

/**
 * The payer has the money back without our doing (chargeback, or a refund made at the acquirer). Money that the
 * order still holds pays for it, also where its exchange is reversed because nobody signed the pay-out yet; spent money
 * is the house's loss, and what is left of it on a balance is held.
 */
export async function bookReversal(
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
