import type { AppContext, Reader } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { findOrder, lockOrder, type OrderRow } from '../lifecycle/store.ts';
import { exchangeOrder } from './exchange-order.ts';
import { offerNow } from './offer-now.ts';
import { refundOrder } from './refund-order.ts';

export type DecisionAnswer = 'yes' | 'no';

/**
 * the owner's word on money that came late or in part. The same answer again changes nothing.
 *
 * @throws Refusal NOT_FOUND, DECISION_OVER, CANT_EXCHANGE when it is too little, RATE_UNAVAILABLE
 */
export async function answerDecision(
  context: AppContext,
  reader: Reader,
  { niceId, answer }: { niceId: string; answer: DecisionAnswer },
): Promise<void> {
  const found = await findOrder(context.db, { niceId });
  if (found === undefined || reader.kind !== 'client' || reader.clientId !== found.clientId)
    throw new Refusal({ code: 'NOT_FOUND' });
  await context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, found.orderId);
    if (order.decisionKind === '') {
      if (order.decisionAnswer === answer) return;
      throw new Refusal({ code: 'DECISION_OVER' });
    }
    await trx.updateTable('orders').set({ decisionAnswer: answer }).where('orderId', '=', order.orderId).execute();
    if (answer === 'no') await refundOrder(context, trx, order, { reason: 'refund_started', actor: 'client' });
    else await goOn(context, trx, order);
  });
}

async function goOn(context: AppContext, trx: Executor, order: OrderRow): Promise<void> {
  const offer = await offerNow(context, trx, order);
  if ('refused' in offer) throw new Refusal({ code: offer.refused });
  await exchangeOrder(context, trx, order, offer, { reason: 'payment_accepted', actor: 'client' });
}
