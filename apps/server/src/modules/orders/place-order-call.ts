import { createOrder as createOrderCall } from '@causeway/contract/calls/create-order';
import { toFlag } from '@causeway/contract/fields/fields';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { CallInput } from '../../plugins/bind-call.ts';
import { keepOrderCard } from '../cards/keep-order-card.ts';
import { admitCoupon } from '../coupons/admit-coupon.ts';
import { answerOnce } from '../auth/answer-once.ts';
import { findAnswer, type IdempotentCall } from '../idempotency/find-answer.ts';
import { readTerms, type OrderRequest, type OrderTerms } from '../merchants/read-terms.ts';
import { answerWithQuote } from '../pricing/answer-calculation.ts';
import type { PriceOrderInput } from '../pricing/priced-order.ts';
import { syncPayin } from './sync-payin.ts';
import { createOrder } from './create-order.ts';
import { identifyCall } from './identify-call.ts';
import { openPayer, readPayer, takeBuyersOrder, type Payer } from './read-payer.ts';
import { readOrder } from './read-order.ts';
import { withinBudget } from './within-budget.ts';

type Answer = AnswerOf<typeof createOrderCall>;

/** How long an answer waits for the acquirer's page; after that a job makes it and the client asks again. */
const payPageBudgetMs = 3000;

/** C-29: makes the order, then tries at once to have the page on which it is paid. */
export async function placeOrderCall(context: AppContext, input: CallInput<typeof createOrderCall>): Promise<Answer> {
  const { gRecaptchaResponse, ...body } = input.request;
  const { request, terms } = await readTerms(context, input.request);
  const payer = await readPayer(input, request, terms);
  // As it was asked, so that the same call is the same call whatever a partner fixes meanwhile.
  const call = identifyCall(payer.actor, input.request, input.idempotencyKey);
  const placing = { input, request, terms, payer, call };
  return answerOnce(
    context,
    {
      actor: payer.actor,
      captchaToken: gRecaptchaResponse,
      body,
      answer: createOrderCall.answer,
      verifyCaptcha: input.verifyCaptcha,
      isKept: ({ order }) => order === null,
      // An order that was made is found by its own key, and is answered as it stands by now.
      findDone: async () => ((await findAnswer(context.db, call)) === undefined ? undefined : place(context, placing)),
    },
    () => place(context, placing),
  );
}

interface Placing {
  input: CallInput<typeof createOrderCall>;
  request: OrderRequest;
  terms: OrderTerms | undefined;
  payer: Payer;
  call: IdempotentCall;
}

async function place(context: AppContext, { input, request, terms, payer, call }: Placing): Promise<Answer> {
  const { language, ip } = input;
  if (terms?.fixed.coupon === undefined)
    await admitCoupon(context, {
      ...request,
      ip,
      reader: payer.kind === 'client' ? payer.reader : { kind: 'visitor' },
    });
  // The same call again makes no other order.
  const isMade = (await findAnswer(context.db, call)) !== undefined;
  const counted = payer.kind === 'buyer' && !isMade ? await takeBuyersOrder(context, payer, ip) : undefined;
  const reader = await openPayer(context, payer, language);
  const { clientId, sessionId } = reader;
  await keepOrderCard(context, clientId, request.token);
  let created: Awaited<ReturnType<typeof createOrder>>;
  try {
    created = await createOrder(context, { clientId, sessionId, request, terms, language, call });
  } catch (error) {
    // Only an order that was made leaves letters and an address.
    await counted?.giveBack();
    if (error instanceof Refusal && error.items[0]?.code === 'QUOTE_EXPIRED')
      return askAgain(context, error, { preorder: request, reader, language });
    throw error;
  }
  const { orderId } = created;
  await withinBudget(syncPayin(context, orderId, created.order), payPageBudgetMs);
  const order = await readOrder(context, { orderId }, reader);
  return {
    success: toFlag(true),
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
async function askAgain(context: AppContext, refusal: Refusal, input: PriceOrderInput): Promise<Answer> {
  return {
    success: toFlag(false),
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
