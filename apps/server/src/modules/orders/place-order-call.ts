import type { createOrder as createOrderCall } from '@causeway/contract/calls/create-order';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { CallInput } from '../../plugins/bind-call.ts';
import { keepOrderCard } from '../cards/keep-order-card.ts';
import { readTerms } from '../merchants/read-terms.ts';
import { answerWithQuote } from '../pricing/answer-calculation.ts';
import type { PriceOrderInput } from '../pricing/priced-order.ts';
import { syncPayin } from './sync-payin.ts';
import { createOrder } from './create-order.ts';
import { identifyCall } from './identify-call.ts';
import { openPayer, readPayer } from './read-payer.ts';
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
  const { language } = input;
  const { request, terms } = await readTerms(context, input.request);
  const payer = await readPayer(input, request, terms);
  // As it was asked, so that the same call is the same call whatever a partner fixes meanwhile.
  const call = identifyCall(payer.actor, input.request, input.idempotencyKey);
  await spendCaptcha(context, call, () => input.verifyCaptcha());
  const reader = await openPayer(context, payer, language);
  const { clientId, sessionId } = reader;
  await keepOrderCard(context, clientId, request.token);
  let created: Awaited<ReturnType<typeof createOrder>>;
  try {
    created = await createOrder(context, { clientId, sessionId, request, terms, language, call });
  } catch (error) {
    if (error instanceof Refusal && error.items[0]?.code === 'QUOTE_EXPIRED')
      return askAgain(context, error, { preorder: request, reader, language });
    throw error;
  }
  const { orderId } = created;
  await withinBudget(syncPayin(context, orderId, created.order), payPageBudgetMs);
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

/** No order is made at another price than the one on screen: the new price goes back, and the client decides. */
async function askAgain(
  context: AppContext,
  refusal: Refusal,
  input: PriceOrderInput,
): Promise<AnswerOf<typeof createOrderCall>> {
  return {
    order: null,
    orderId: '',
    errors: refusal.items.map((item) => context.texts.toErrorItem(input.language, item)),
    error: 'QUOTE_EXPIRED',
    purchaseParamsPayin: {},
    purchaseParamsPayout: {},
    redirect: '',
    calculation: await answerWithQuote(context, input),
  };
}
