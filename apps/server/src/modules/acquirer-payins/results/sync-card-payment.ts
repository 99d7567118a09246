import { formatUnits } from '@causeway/domain/currencies/format-units';
import { toLanguage } from '@causeway/domain/languages/server-codes';
import { showOrderNumber } from '@causeway/domain/orders/order-number';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../../context.ts';
import type { AcquirerPayment } from '../../../providers/acquirer/port.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { pageUrl } from '../../emails/render-email.ts';
import { type OrderRow, findOrder } from '../../order-lifecycle/store.ts';
import { applyCardPayment } from './apply-card-payment.ts';
import { isFormFlow } from '../provider-route.ts';
import { decideCardPayment, isOpenPayment } from '../rules.ts';
import { type CardPaymentRow, findCardPayment, markCreated, watchCardPaymentJob } from '../store.ts';

const longestTryMs = 60_000;

/**
 * Queries the acquirer for an order's payment and applies its status; creates the payment there when it is missing and
 * still needed.
 *
 * @throws ProviderError
 */
export async function syncCardPayment(context: AppContext, orderId: string, known?: OrderRow): Promise<void> {
  const order = known ?? (await findOrder(context.db, { orderId }));
  const payment = await findCardPayment(context.db, orderId);
  if (order === undefined || payment === undefined) return;
  const outside = await ask(context, order, payment);
  if (outside === undefined) return closeNeverMade(context, order);
  if (isMade(order, payment, outside) && (await markCreated(context, order, outside))) return;
  await applyCardPayment(context, orderId, outside);
}

/** The usual answer to a requested payment: it exists, as requested, without a change. */
function isMade(order: OrderRow, payment: CardPaymentRow, outside: AcquirerPayment): boolean {
  const { niceId, status: orderStatus } = order;
  const nothingYet = { isCredited: false, isRefundWanted: false, refundedByUs: 0n, refundedByUsDone: 0n };
  const known = { ...payment, ...nothingYet, niceId, orderStatus };
  return (
    payment.status === 'intended' && outside.status === 'created' && decideCardPayment(known, outside).kind === 'store'
  );
}

/** A payment that the acquirer never had, of an order long ended: no attempt to make it can still be under way. */
async function closeNeverMade({ db, clock }: AppContext, order: OrderRow): Promise<void> {
  const now = clock.now();
  if (order.finishedAt === null || now.getTime() - order.finishedAt.getTime() < longestTryMs) return;
  await db
    .updateTable('cardPayments')
    .set({ status: 'canceled', updatedAt: now })
    .where('orderId', '=', order.orderId)
    .where('status', '=', 'intended')
    .execute();
}

async function ask(
  context: AppContext,
  order: OrderRow,
  payment: CardPaymentRow,
): Promise<AcquirerPayment | undefined> {
  const acquirer = context.providers.acquirers.find(payment.acquirer);
  if (payment.acquirerPaymentId !== null) return acquirer.getPayment(payment.acquirerPaymentId);
  // For an ended order nothing is created; what an earlier attempt made is looked up.
  if (!isBeforeMoney(order.status)) return (await acquirer.findPayments(order.niceId))[0];
  try {
    return await acquirer.createPayment({
      key: payment.paymentId,
      reference: order.niceId,
      amount: formatUnits(payment.amount, payment.currency),
      currency: payment.currency,
      description: `${context.config.BRAND_NAME} ${showOrderNumber(order.number)}`,
      returnUrl: pageUrl(context.config, toLanguage(order.language), `/order-status/${order.niceId}`),
      expiresAt: order.expiresAt,
      flow: isFormFlow(order) ? 'form' : 'page',
      isCardKept: order.destinationDetails.isRememberCard,
    });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    // An earlier call may have made it in other words, as before our address was changed, and its answer was lost.
    const [made] = await acquirer.findPayments(order.niceId);
    if (made === undefined) throw error;
    return made;
  }
}

const freshMs = 5 * 60_000;
const freshPauseMs = 10_000;
const stalePauseMs = 60_000;

/** When an open payment is polled next: often while something happens, seldom later. Webhooks are faster. */
function watchPause(now: Date, lastChange: Date): Date {
  const isFresh = now.getTime() - lastChange.getTime() < freshMs;
  return new Date(now.getTime() + (isFresh ? freshPauseMs : stalePauseMs));
}

export async function watchCardPayment(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  const { db, clock, jobs } = context;
  const known = await findCardPayment(db, orderId);
  if (known === undefined || !isOpenPayment(known.status)) return;
  await syncCardPayment(context, orderId);
  const payment = await findCardPayment(db, orderId);
  if (payment === undefined || !isOpenPayment(payment.status)) return;
  const startAfter = watchPause(clock.now(), payment.updatedAt);
  await jobs.enqueue(db, watchCardPaymentJob, { orderId }, { startAfter, singletonKey: orderId });
}
