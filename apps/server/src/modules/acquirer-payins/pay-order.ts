import type { payOrder as payOrderCall } from '@causeway/contract/calls/pay-order';
import type { RequestOf } from '@causeway/contract/define-call';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { type OrderRow, findOrder, requireMayPay } from '../order-lifecycle/store.ts';
import { chargeCard } from './charge-card.ts';
import { isOpenPayment } from './rules.ts';
import { explainDecline } from './charge/charge-rules.ts';
import { isFormFlow } from './provider-route.ts';
import { type CardPaymentRow, findCardPayment } from './store.ts';
import { syncCardPayment } from './results/sync-card-payment.ts';
import { chooseCard } from './charge/choose-card.ts';

type PayRequest = RequestOf<typeof payOrderCall>;

/**
 * C-31: pays the client's own order, or a merchant's by its link, with a card, or returns the page on which it is paid.
 * Repeated calls charge a card once.
 *
 * @returns where the payer goes next; empty when nothing more is needed
 * @throws Refusal NOT_FOUND, ORDER_STATUS_CHANGED when it no longer waits for money, PAYMENT_METHOD_UNKNOWN,
 * PAYMENT_UNAVAILABLE, PAYMENT_DECLINED, CARD_INVALID, CARD_RESTRICTED, REQUIRED, SESSION_OVER
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
  await chargeCard(context, payment, { ...choice, ...(isOwner && { sessionId: caller.sessionId }) });
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
