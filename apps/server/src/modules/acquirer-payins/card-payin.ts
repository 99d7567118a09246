import { type AppContext, dayMs } from '../../context.ts';
import { findCard, findOrderCard } from '../cards/store.ts';
import { payoutAcquirer, requireUsableCard } from '../cards/rules.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import type { PayinMethod, SourceRequest } from '../settlement/payin-method.ts';
import { findProviderRoute, isFormFlow } from './provider-route.ts';
import { isOpenPayment } from './rules.ts';
import { stopCardPayment } from './stop-card-payment.ts';
import { type CardPaymentRow, findCardPayment, sumOwnRefunds, watchCardPaymentJob } from './store.ts';
import { syncCardPayment } from './results/sync-card-payment.ts';
import { bookTakenRefund } from './book-reversal.ts';
import { refundAtAcquirer } from './refund-card-payment.ts';
import { type RefundRow, RefundTaken } from '../settlement/refund.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import type { PurchaseParamsPayin } from '@causeway/contract/shapes/payin-parameters';
import type { CardVault } from '../../providers/acquirer/port.ts';
import { ProviderError } from '../../providers/provider-error.ts';

/** Before this moment a payment was made that its payer can no longer charge back. */
export function chargebackEnd({ CHARGEBACK_DAYS }: AppContext['config'], now: Date): Date {
  return new Date(now.getTime() - CHARGEBACK_DAYS * dayMs);
}

/** Paid through a provider: by card, on a bank's page, with a wallet. */
export const cardPayin: PayinMethod = {
  checkSource,
  // Each opens a payment at the acquirer.
  openMost: { ofPayer: 10, ofNetwork: 300 },
  plan: planCardPayment,
  sync: syncCardPayment,
  stop: stopCardPayment,
  recheck: syncCardPayment,
  view,
  refund: refundOutside,
  bookTaken: bookTakenRefund,
  isFinal: async ({ config }, { since }, now) => since.getTime() <= chargebackEnd(config, now).getTime(),
  finalFrom: ({ config }, { since }) => new Date(since.getTime() + config.CHARGEBACK_DAYS * dayMs),
};

async function checkSource(context: AppContext, { clientId, provider, isToCard, request }: SourceRequest) {
  const { token = '', isRememberCard = false } = request;
  const { acquirer } = findProviderRoute(provider);
  // A card of another acquirer is the one that is paid out to; the one that pays is entered when it pays.
  if (token === '' || (isToCard && acquirer !== payoutAcquirer)) return { isRememberCard };
  const found = await findOrderCard(context.db, clientId, acquirer, token);
  const card = requireUsableCard(found, { clientId, acquirer, now: context.clock.now() }, 'token');
  return {
    isRememberCard: isRememberCard && !card.isListed,
    payinCardToken: card.token,
    isPayinCardTyped: !card.isListed && card.acquirerToken === token,
  };
}

async function view(context: AppContext, order: OrderRow, isWaiting: boolean) {
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
    ...((status === 'refunded' || order.refundMethod === 'card') && {
      refundMethod: findProviderRoute(order.pricing.payinProvider).refundMethod,
    }),
  };
}

async function describe(context: AppContext, order: OrderRow, payment: CardPaymentRow): Promise<ShownPayment> {
  const { clientId, niceId, pricing, destinationDetails } = order;
  const { acquirer, pageUrl, sessionToken, clientUniqueId, status } = payment;
  const token = destinationDetails.payinCardToken;
  const card = token === '' ? undefined : await findCard(context.db, clientId, token);
  const { vault } = context.providers.acquirers.find(acquirer);
  return {
    niceId,
    provider: acquirer,
    flow: findProviderRoute(pricing.payinProvider).flow,
    pageUrl,
    sessionToken,
    clientUniqueId,
    isDeclined: status === 'declined',
    chosenCard: card === undefined ? undefined : card.isListed ? 'listed' : 'typed',
    page: vault?.page,
    wallets: vault?.wallets ?? [],
  };
}

/** Refunds money of a payment at its acquirer. */
async function refundOutside(context: AppContext, refund: RefundRow): Promise<string> {
  const { refundId, orderId, amount } = refund;
  const payment = await findCardPayment(context.db, orderId);
  if (payment === undefined) throw new Error(`The order ${orderId} was not paid by card.`);
  const { refundedByUsDone } = await sumOwnRefunds(context.db, orderId);
  const before = payment.refundedOutside + refundedByUsDone;
  try {
    return await refundAtAcquirer(context, payment, { key: `refund-${refundId}`, amount, before });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    const { status } = await context.providers.acquirers.find(payment.acquirer).getPayment(refund.destination);
    if (status === 'charged_back') throw new RefundTaken(`Its payer was faster: ${error.message}`, { cause: error });
    throw error;
  }
}

/** The call that made the order tries first. */
const startPauseMs = 3000;

/** Records in the caller's transaction that an order is to be paid through a provider, and queues the work. */
async function planCardPayment(
  context: AppContext,
  trx: Executor,
  order: Pick<OrderRow, 'orderId' | 'payinAmount' | 'payinCurrency' | 'pricing'>,
): Promise<void> {
  const { orderId } = order;
  const now = context.clock.now();
  await trx
    .insertInto('cardPayments')
    .values({
      paymentId: newUuid(context),
      orderId,
      acquirer: findProviderRoute(order.pricing.payinProvider).acquirer,
      status: 'intended',
      amount: order.payinAmount,
      currency: order.payinCurrency,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  const startAfter = new Date(now.getTime() + startPauseMs);
  await context.jobs.enqueue(trx, watchCardPaymentJob, { orderId }, { startAfter, singletonKey: orderId });
}

/** What decides how a payment is shown. */
export interface ShownPayment {
  niceId: string;
  /** Name of the provider. */
  provider: string;
  flow: 'page' | 'form';
  pageUrl: string;
  sessionToken: string;
  clientUniqueId: string;
  /** The last attempt failed: another card is required, whatever card the order was made with. */
  isDeclined: boolean;
  /** The card that the order was made with: one of the client's list, or a newly entered one. */
  chosenCard: 'listed' | 'typed' | undefined;
  /** Where the provider lets pages take cards. */
  page: CardVault['page'] | undefined;
  /** Wallets whose sheet can pay it. */
  wallets: CardVault['wallets'];
}

/** The fields from which the widget knows how an order is paid; none while the provider has not answered. */
export function shapePayment(payment: ShownPayment): PurchaseParamsPayin {
  const { niceId, provider, flow, pageUrl, sessionToken, clientUniqueId, isDeclined, chosenCard, page, wallets } =
    payment;
  if (pageUrl === '') return {};
  const paymentUrl = `/onramp/o/${niceId}/pay`;
  if (chosenCard === 'listed' && !isDeclined) return { paymentUrl, provider };
  const sheets = wallets.length > 0 && { wallets: [...wallets] };
  if (page !== undefined) {
    const { publicKey, url: scriptUrl } = page;
    if (chosenCard === 'typed' && !isDeclined) return { publicKey, provider };
    if (flow === 'form' && sessionToken !== '')
      return { sessionToken, clientUniqueId, scriptUrl, paymentUrl, provider, ...sheets };
    if (flow === 'form') return { paymentUrl, publicKey, scriptUrl, provider, ...sheets };
  }
  return { purchaseUrl: pageUrl, paymentUrl, provider, ...sheets };
}
