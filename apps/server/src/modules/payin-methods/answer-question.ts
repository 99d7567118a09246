import type { AppContext, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { type OrderRow, findOrder } from '../order-lifecycle/store.ts';
import { answerDecision } from '../settlement/decision.ts';
import { findPayinMethod } from './find-payin-method.ts';

/**
 * The owner's answer about money that came late or in part. Before a "yes" the provider is asked whether that money is
 * still there; where it is not, the question that was answered is no more.
 *
 * @throws Refusal NOT_FOUND, DECISION_OVER, PAYMENT_UNAVAILABLE, and those of `answerDecision`
 */
export async function answerQuestion(
  context: AppContext,
  caller: Caller,
  asked: { niceId: string; answer: 'yes' | 'no' },
): Promise<void> {
  const { niceId, answer } = asked;
  const order = await findOrder(context.db, { niceId });
  const isOwner = order !== undefined && caller.kind === 'client' && caller.clientId === order.clientId;
  if (isOwner && answer === 'yes' && order.decisionKind !== '') await requireMoney(context, order);
  await answerDecision(context, caller, asked);
}

async function requireMoney(context: AppContext, { orderId, pricing, receivedAmount }: OrderRow): Promise<void> {
  try {
    await findPayinMethod(pricing.payinProvider).recheck(context, orderId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new Refusal({ code: 'PAYMENT_UNAVAILABLE', values: { charge: 'recheck' } }, { cause: error });
  }
  const now = await findOrder(context.db, { orderId });
  if (now?.receivedAmount !== receivedAmount) throw new Refusal({ code: 'DECISION_OVER' });
}
