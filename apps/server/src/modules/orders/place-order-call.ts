import type { createOrder as createOrderCall } from '@causeway/contract/calls/create-order';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { CallInput } from '../../plugins/bind-call.ts';
import { syncPayin } from './sync-payin.ts';
import { createOrder } from './create-order.ts';
import { identifyCall } from './identify-call.ts';
import { readOrder } from './read-order.ts';
import { spendCaptcha } from './spend-captcha.ts';
import { withinBudget } from './within-budget.ts';

/** How long an answer waits for the acquirer's page; after that a job makes it and the client asks again. */
const payPageBudgetMs = 3000;

/** C-29: makes the order, then tries at once to have the page on which it is paid. */
export async function placeOrderCall(
  context: AppContext,
  input: CallInput<typeof createOrderCall>,
): Promise<AnswerOf<typeof createOrderCall>> {
  const reader = await input.identify();
  if (reader.kind !== 'client') throw new Refusal({ code: 'ACCESS_EXPIRED' });
  const { clientId, sessionId } = reader;
  const { request, language } = input;
  const call = identifyCall(clientId, request, input.idempotencyKey);
  await spendCaptcha(context, call, () => input.verifyCaptcha());
  const orderId = await createOrder(context, { clientId, sessionId, request, language, call });
  await withinBudget(syncPayin(context, orderId), payPageBudgetMs);
  const order = await readOrder(context, { orderId }, reader);
  return {
    order,
    orderId: order.niceId,
    errors: [],
    error: '',
    purchaseParamsPayin: order.purchaseParamsPayin,
    purchaseParamsPayout: {},
    redirect: '',
    ...order.confirmation,
  };
}
