import type { AppContext } from '../../context.ts';
import { findOrderCard } from '../cards/find-order-card.ts';
import { requireUsableCard } from '../cards/refuse-card.ts';
import { findCard } from '../cards/store.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import type { PayinMethod, SourceRequest } from '../settlement/payin-method.ts';
import { isFormFlow } from './is-form-flow.ts';
import { findPaymentWay } from './payment-way.ts';
import { planCardPayment } from './plan-card-payment.ts';
import { refundOutside } from './refund-outside.ts';
import { isOpenPayment } from './rules.ts';
import { shapePayment, type ShownPayment } from './shape-payment.ts';
import { stopCardPayment } from './stop-card-payment.ts';
import { findCardPayment, type CardPaymentRow } from './store.ts';
import { syncCardPayment } from './sync-card-payment.ts';

/** Paid through a firm: by card, on a bank's page, with a wallet. */
export const cardPayin: PayinMethod = {
  checkSource,
  plan: planCardPayment,
  sync: syncCardPayment,
  stop: stopCardPayment,
  tell,
  refund: refundOutside,
};

async function checkSource(context: AppContext, { clientId, provider, request }: SourceRequest) {
  const { token = '', isRememberCard = false } = request;
  if (token === '') return { isRememberCard };
  const { acquirer } = findPaymentWay(provider);
  const found = await findOrderCard(context.db, clientId, acquirer, token);
  const card = requireUsableCard(found, { clientId, acquirer, now: context.clock.now() }, 'token');
  return { isRememberCard: isRememberCard && !card.isListed, payinCardToken: card.token };
}

async function tell(context: AppContext, order: OrderRow, isWaiting: boolean) {
  const payment = await findCardPayment(context.db, order.orderId);
  const canPay = isWaiting && payment !== undefined && isOpenPayment(payment.status);
  const status = payment?.status ?? 'intended';
  const isAsked = canPay && status === 'challenge' && isFormFlow(order);
  return {
    purchaseParamsPayin: canPay ? shapePayment(await describe(context, order, payment)) : {},
    redirect: isAsked ? payment.challengeUrl : '',
    paymentStatus: status === 'intended' ? '' : status,
    paymentDeclineReason: payment?.declineReason ?? '',
    cardType: payment?.cardBrand ?? '',
    cardLast4: payment?.cardLast4 ?? '',
    ...(status === 'refunded' && { refundMethod: findPaymentWay(order.pricing.payinProvider).refundMethod }),
  };
}

async function describe(context: AppContext, order: OrderRow, payment: CardPaymentRow): Promise<ShownPayment> {
  const { clientId, niceId, pricing, destinationDetails } = order;
  const { acquirer, pageUrl, sessionToken, clientUniqueId, status } = payment;
  const token = destinationDetails.payinCardToken;
  const card = token === '' ? undefined : await findCard(context.db, clientId, token);
  return {
    niceId,
    provider: acquirer,
    flow: findPaymentWay(pricing.payinProvider).flow,
    pageUrl,
    sessionToken,
    clientUniqueId,
    isDeclined: status === 'declined',
    chosenCard: card === undefined ? undefined : card.isListed ? 'listed' : 'typed',
    page: context.providers.acquirers.find(acquirer).vault?.page,
  };
}
