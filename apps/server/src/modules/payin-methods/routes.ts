import { decideLatePayment } from '@causeway/contract/calls/decide-late-payment';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { type OrderRow, findOrder, mayPay } from '../order-lifecycle/store.ts';
import { answerDecision } from '../settlement/decision.ts';
import { findPayinMethod } from './find-payin-method.ts';

/** C-34: the decision about late or partial money, of the owner or of a merchant's payer. */
export function decisionRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, decideLatePayment, async (input) => {
    await answerQuestion(context, await input.identify(), input.request);
    return { success: toFlag(true), errors: [] };
  });
}

/**
 * The owner's answer about money that came late or in part. Before a "yes" the provider is asked whether that money is
 * still there; where it is not, the question that was answered is no more.
 *
 * @throws Refusal NOT_FOUND, DECISION_OVER, PAYMENT_UNAVAILABLE, and those of `answerDecision`
 */
async function answerQuestion(
  context: AppContext,
  caller: Caller,
  asked: { niceId: string; answer: 'yes' | 'no' },
): Promise<void> {
  const { niceId, answer } = asked;
  const order = await findOrder(context.db, { niceId });
  const isAsked = order !== undefined && mayPay(order, caller) && order.decisionKind !== '';
  if (isAsked && answer === 'yes') await requireMoney(context, order);
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
