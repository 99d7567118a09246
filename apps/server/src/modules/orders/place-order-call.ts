import { createOrder as createOrderCall } from '@causeway/contract/calls/create-order';
import { toFlag } from '@causeway/contract/fields/fields';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { AppContext, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { CallInput } from '../../plugins/bind-call.ts';
import { keepOrderCard } from '../cards/keep-card.ts';
import { admitCoupon } from '../coupons/benefits.ts';
import { type IdempotentCall, answerOnce, findAnswer, hashBody } from '../idempotency/answer-once.ts';
import { type OrderRequest, type OrderTerms, readTerms } from '../merchants/read-terms.ts';
import { answerWithQuote } from '../pricing/quote.ts';
import type { PriceOrderInput } from '../pricing/price-order.ts';
import { syncPayin, withinBudget } from './open-order-call.ts';
import type { Executor } from '../../database/db.ts';
import { createOrder } from './create-order.ts';
import { readOrder } from './read-order.ts';
import { createHash, createHmac } from 'node:crypto';
import type { Language } from '@causeway/domain/languages/languages';
import { addressFamily } from '../../budgets/address-family.ts';
import { type Counter, type ReservedAttempt, reserveCounters } from '../../budgets/reserve-attempt.ts';
import { deriveKey } from '../../secrets/derive-key.ts';
import { openBuyer } from '../merchants/open-buyer.ts';

type Answer = AnswerOf<typeof createOrderCall>;

/** How long an answer waits for the acquirer's page; after that a job makes it and the client asks again. */
const payPageBudgetMs = 3000;

/** C-29: makes the order, then tries at once to get the page on which it is paid. */
export async function placeOrderCall(
  context: AppContext,
  input: CallInput<typeof createOrderCall>,
  { isWithdrawal = false } = {},
): Promise<Answer> {
  const { gRecaptchaResponse, ...body } = input.request;
  const { request, terms } = await readTerms(context, input.request);
  const payer = await readPayer(context, input, request, terms);
  // As it was sent, so that the same call is recognised even if a partner changes presets meanwhile.
  const call = identifyCall(payer.actor, input.request, input.idempotencyKey);
  const placing = { input, request, terms, payer, call, isWithdrawal };
  return answerOnce(
    context,
    {
      actor: payer.actor,
      captchaToken: gRecaptchaResponse,
      body,
      answer: createOrderCall.answer,
      verifyCaptcha: input.verifyCaptcha,
      isKept: ({ order }) => order === null,
      // An existing order is found by its own key, and is answered in its present state.
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
  isWithdrawal: boolean;
}

async function place(
  context: AppContext,
  { input, request, terms, payer, call, isWithdrawal }: Placing,
): Promise<Answer> {
  const { language, ip } = input;
  // A caller who is not signed in has no cards, and reads a merchant's order by its number.
  const caller: Caller = payer.kind === 'client' ? payer.caller : { kind: 'visitor' };
  if (terms?.fixed.coupon === undefined)
    await admitCoupon(context, {
      ...request,
      ip,
      caller,
    });
  const network = addressFamily(ip);
  // The same call again makes no other order.
  const isMade = (await findAnswer(context.db, call)) !== undefined;
  const counted = isMade ? undefined : await claimOrder(context, { payer, network });
  const sessionId = caller.kind === 'client' ? caller.sessionId : '';
  if (caller.kind === 'client') await keepOrderCard(context, caller.clientId, request.token);
  const openClient = (trx: Executor) => openPayer({ ...context, db: trx }, payer, language);
  let created: Awaited<ReturnType<typeof createOrder>>;
  try {
    const asked = { openClient, sessionId, network, request, terms, language, call, isWithdrawal };
    created = await createOrder(context, asked);
  } catch (error) {
    // Only an order that was made leaves e-mails and a chain address.
    await counted?.release();
    if (error instanceof Refusal && error.items[0]?.code === 'QUOTE_EXPIRED')
      return askAgain(context, error, { preorder: request, caller, language });
    throw error;
  }
  const { orderId } = created;
  await withinBudget(syncPayin(context, orderId, created.order), payPageBudgetMs);
  const order = await readOrder(context, { orderId }, caller);
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

/** No order is made at another price than the one on screen: the new price is returned, and the client decides. */
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

const keyMax = 200;

/**
 * The key by which a repeated call to create an order is recognised: the client's own key, or else its captcha token,
 * which is valid for one order only.
 *
 * @throws Refusal when there is neither, or the key is too long
 */
export function identifyCall(
  actor: string,
  request: Readonly<Record<string, unknown>> & { gRecaptchaResponse?: string | undefined },
  idempotencyKey: string | undefined,
): IdempotentCall {
  const { gRecaptchaResponse, ...asked } = request;
  if (idempotencyKey !== undefined && idempotencyKey.length > keyMax)
    throw new Refusal({ code: 'FIELD_INVALID', values: { fault: 'key', max: keyMax } });
  if (idempotencyKey === undefined && gRecaptchaResponse === undefined) throw new Refusal({ code: 'WRONG_CAPTCHA' });
  const key =
    idempotencyKey === undefined
      ? `captcha:${createHash('sha256')
          .update(gRecaptchaResponse ?? '')
          .digest('hex')}`
      : `client:${idempotencyKey}`;
  return { actor, key, bodyHash: hashBody(asked) };
}

type Client = Extract<Caller, { kind: 'client' }>;

/** Who makes an order: the signed-in client, or the e-mail address that pays a merchant. */
type Payer =
  | { kind: 'client'; actor: string; caller: Client }
  | { kind: 'buyer'; actor: string; email: string; partnerKey: string };

/**
 * Finds who makes an order. In a merchant's order a sign-in counts for nothing.
 *
 * @throws Refusal ACCESS_EXPIRED for a visitor, REQUIRED for a merchant's order without an e-mail address
 */
async function readPayer(
  { config }: AppContext,
  input: Pick<CallInput<typeof createOrderCall>, 'identify'>,
  { clientEmail: email }: OrderRequest,
  terms: OrderTerms | undefined,
): Promise<Payer> {
  if (terms?.isMerchant === true) {
    const { partnerKey } = terms.partner;
    if (email === undefined) throw new Refusal({ code: 'REQUIRED', field: 'client_email' });
    // The keys of repeated requests must not reveal the payer.
    const name = createHmac('sha256', deriveKey(config, 'payers')).update(email).digest('base64url');
    return { kind: 'buyer', actor: `merchant:${partnerKey}:${name}`, email, partnerKey };
  }
  const caller = await input.identify();
  if (caller.kind !== 'client') throw new Refusal({ code: 'ACCESS_EXPIRED' });
  return { kind: 'client', actor: `client:${caller.clientId}`, caller };
}

/**
 * Orders without a sign-in: each leaves e-mails at an address that the payer typed, and a chain address. An e-mail
 * address is counted for each network apart, so that strangers do not use up its owner's; all networks together have
 * ten times as many.
 */
const buyersOrders = { ofEmail: 6, ofEmailInAll: 60, ofAddress: 30, seconds: 3600 } as const;

/** Counts what an order takes from others, before it is made. @throws Refusal TOO_MANY_REQUESTS */
async function claimOrder(
  context: AppContext,
  { payer, network: value }: { payer: Payer; network: string },
): Promise<ReservedAttempt> {
  const network = { by: 'address', value };
  const counters: Counter[] = [];
  if (payer.kind === 'buyer') {
    const { ofEmail, ofEmailInAll, ofAddress, seconds } = buyersOrders;
    const order = { what: 'order', seconds };
    counters.push({ ...order, by: 'recipient', value: `${payer.email} ${value}`, tries: ofEmail });
    counters.push({ ...order, ...network, tries: ofAddress });
    counters.push({ ...order, by: 'recipient', value: payer.email, tries: ofEmailInAll });
  }
  return reserveCounters(context, counters);
}

/** The client who will own the order; an e-mail address without one gets a new payer. */
async function openPayer(context: Parameters<typeof openBuyer>[0], payer: Payer, language: Language): Promise<string> {
  return payer.kind === 'client' ? payer.caller.clientId : openBuyer(context, { ...payer, language });
}
