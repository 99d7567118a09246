import type { payOrder as payOrderCall } from '@causeway/contract/calls/pay-order';
import type { RequestOf } from '@causeway/contract/define-call';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { type OrderRow, findOrder, requireMayPay } from '../order-lifecycle/store.ts';
import { type ChargeRequest, chargeCard } from './charge-card.ts';
import { explainDecline, isOpenPayment, toHolderName } from './rules.ts';
import { isFormFlow } from './provider-route.ts';
import { type CardPaymentRow, findCardPayment } from './store.ts';
import { syncCardPayment } from './results/sync-card-payment.ts';
import { keepCardToken } from '../cards/keep-card.ts';
import { requireUsableCard } from '../cards/rules.ts';
import { type CardRow, findCard } from '../cards/store.ts';

type PayRequest = RequestOf<typeof payOrderCall>;

/**
 * C-31: pays the client's own order, or a merchant's by its link, with a card, or returns the page on which it is paid.
 * Repeated calls charge a card once.
 *
 * @returns where the payer goes next; empty when nothing more is needed
 * @throws Refusal NOT_FOUND, ORDER_STATUS_CHANGED when it no longer waits for money, PAYMENT_METHOD_UNKNOWN,
 * PAYMENT_UNAVAILABLE, PAYMENT_DECLINED, CARD_INVALID, CARD_RESTRICTED, REQUIRED
 */
export async function payOrder(
  context: AppContext,
  niceId: string,
  caller: Caller,
  request: PayRequest,
): Promise<string> {
  const own = requireMayPay(await findOrder(context.db, { niceId }), caller);
  const { order, payment } = await refresh(context, own);
  if (isPaid(payment)) return '';
  if (!isBeforeMoney(order.status) || !isOpenPayment(payment.status))
    throw new Refusal({ code: 'ORDER_STATUS_CHANGED' });
  requireProvider(payment, request.provider);
  if (request.sessionToken !== undefined) {
    requireSession(payment, request);
    return describeNextStep(payment, 'session_token');
  }
  // Only the owner has cards: another payer with a merchant's link enters one, and it is not kept.
  const isOwner = caller.kind === 'client' && caller.clientId === order.clientId;
  const choice = await chooseCard(context, order, payment, isOwner ? request : withoutCards(request));
  if (choice === undefined) {
    if (isFormFlow(order)) throw new Refusal({ code: 'REQUIRED', field: 'card_token' });
    return payment.pageUrl;
  }
  await chargeCard(context, payment, choice);
  const charged = await findCardPayment(context.db, order.orderId);
  return describeNextStep(charged ?? payment, choice.field);
}

/** The order and its payment as the acquirer has it now. */
async function refresh(
  context: AppContext,
  { orderId }: OrderRow,
): Promise<{ order: OrderRow; payment: CardPaymentRow }> {
  if ((await findCardPayment(context.db, orderId)) === undefined)
    throw new Refusal({ code: 'PAYMENT_METHOD_UNKNOWN', field: 'provider' });
  try {
    await syncCardPayment(context, orderId);
  } catch (error) {
    if (error instanceof ProviderError)
      throw new Refusal({ code: 'PAYMENT_UNAVAILABLE', values: { charge: 'none' } }, { cause: error });
    throw error;
  }
  const order = await findOrder(context.db, { orderId });
  const payment = await findCardPayment(context.db, orderId);
  if (order === undefined || payment === undefined) throw new Refusal({ code: 'NOT_FOUND' });
  return { order, payment };
}

function withoutCards({ token: _token, ...request }: PayRequest): PayRequest {
  return { ...request, saveCard: false };
}

function isPaid({ status, creditedAt }: CardPaymentRow): boolean {
  return creditedAt !== null && status === 'approved';
}

function requireProvider({ acquirer }: CardPaymentRow, provider: string | undefined): void {
  if (provider === undefined || provider === '' || provider === acquirer || provider === `${acquirer}_form`) return;
  throw new Refusal({ code: 'PAYMENT_METHOD_UNKNOWN', field: 'provider' });
}

function requireSession(payment: CardPaymentRow, { sessionToken, clientUniqueId }: PayRequest): void {
  const isOurs =
    payment.sessionToken !== '' &&
    payment.sessionToken === sessionToken &&
    payment.clientUniqueId === (clientUniqueId ?? '');
  if (!isOurs) throw new Refusal({ code: 'CARD_INVALID', field: 'session_token', values: { reason: 'token' } });
}

function describeNextStep(payment: CardPaymentRow, field: string): string {
  switch (payment.status) {
    case 'declined':
      throw new Refusal(explainDecline(payment, field));
    case 'challenge':
      return payment.challengeUrl === '' ? payment.pageUrl : payment.challengeUrl;
    case 'intended':
    case 'created':
    case 'approved':
      return '';
    case 'expired':
    case 'canceled':
    case 'refunded':
    case 'charged_back':
      throw new Refusal({ code: 'ORDER_STATUS_CHANGED' });
  }
}

/**
 * The card that a call names: one newly entered in the acquirer's frame, one of the client's list, or the one the order
 * was made with. `undefined` when there is none.
 *
 * @throws Refusal CARD_INVALID, CARD_RESTRICTED, REQUIRED for a typed card without its holder, PAYMENT_UNAVAILABLE
 */
async function chooseCard(
  context: AppContext,
  order: OrderRow,
  payment: CardPaymentRow,
  request: RequestOf<typeof payOrderCall>,
): Promise<ChargeRequest | undefined> {
  const { clientId, destinationDetails } = order;
  const { acquirer } = payment;
  const use = { clientId, acquirer, now: context.clock.now() };
  const holderName = toHolderName(request.cardHolderName);
  const isCardKept = request.saveCard ?? destinationDetails.isRememberCard;
  if (request.cardToken !== undefined && request.cardToken !== '') {
    if (holderName === '') throw new Refusal({ code: 'REQUIRED', field: 'card_holder_name' });
    const typed = await findTyped(context, { clientId, acquirer, cardToken: request.cardToken });
    const card = requireUsableCard(typed, use, 'card_token');
    // Whoever types a card has it in hand: its bank decides what it asks.
    return { card, holderName, isCardKept, isOwnerAsked: card.isListed && leavesAccount(order), field: 'card_token' };
  }
  const token = request.token ?? destinationDetails.payinCardToken;
  if (token === '') return undefined;
  const card = requireUsableCard(await findCard(context.db, clientId, token), use, 'token');
  // A session alone reads the tokens of all the client's cards, also of those that other orders were made with.
  const isTyped = destinationDetails.isPayinCardTyped && token === destinationDetails.payinCardToken && !card.isListed;
  return {
    card,
    holderName,
    isCardKept: isCardKept && !card.isListed,
    isOwnerAsked: !isTyped && leavesAccount(order),
    field: 'token',
  };
}

/** What stays on the client's own balance leaves only by an approval. */
function leavesAccount({ payoutGroup, payToPartner, isMerchant }: OrderRow): boolean {
  return payoutGroup !== 'balance' || payToPartner || isMerchant;
}

async function findTyped(
  context: AppContext,
  input: { clientId: string; acquirer: string; cardToken: string },
): Promise<CardRow | undefined> {
  try {
    return await keepCardToken(context, input);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new Refusal({ code: 'PAYMENT_UNAVAILABLE', values: { charge: 'none' } }, { cause: error });
  }
}
