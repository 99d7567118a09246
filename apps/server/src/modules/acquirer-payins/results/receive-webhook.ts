import type { AppContext } from '../../../context.ts';
import type { Acquirer, AcquirerPayment } from '../../../providers/acquirer/port.ts';
import { confirmCardPaymentJob } from '../jobs.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { raiseAlarm } from '../../alarms/raise-alarm.ts';
import { findOrder } from '../../order-lifecycle/store.ts';
import { applyCardPayment } from './apply-card-payment.ts';
import { findCardPayment, findOrderOfPayment } from '../store.ts';

/**
 * Receives a webhook of a provider: checked, stored and queued before it is answered. The same event again changes
 * nothing.
 *
 * @returns why it was refused, or `undefined`
 */
export async function receiveWebhook(
  context: AppContext,
  acquirer: Acquirer,
  body: string,
  signature: string,
): Promise<string | undefined> {
  const now = context.clock.now();
  const event = acquirer.readEvent(body, signature, now);
  if ('refused' in event) {
    context.log.warn('a notice was refused', { provider: acquirer.name, reason: event.refused });
    return event.refused;
  }
  const { db } = context;
  const { name: firm } = acquirer;
  const { id: eventId, type: eventType, paymentId: acquirerPaymentId } = event;
  const stored = db.insertInto('receivedWebhooks').values({ firm, eventId, eventType, body, receivedAt: now });
  const jobs = context.jobs.gather();
  const payload = { acquirer: firm, acquirerPaymentId };
  await jobs.enqueue(db, confirmCardPaymentJob, payload, { singletonKey: acquirerPaymentId });
  await jobs.flush(db, stored).catch(ignoreKnown);
  return undefined;
}

/** Webhook and job are one statement: if the webhook is known already, neither is written. */
function ignoreKnown(error: unknown): void {
  const isKnown = error instanceof Error && 'constraint' in error && error.constraint === 'received_webhooks_pkey';
  if (!isKnown) throw error;
}

/**
 * Handles a webhook: its content does not count, the acquirer is queried for the payment itself. A payment that belongs
 * to no order of ours is an alarm.
 */
export async function confirmCardPayment(
  context: AppContext,
  { acquirer, acquirerPaymentId }: { acquirer: string; acquirerPaymentId: string },
): Promise<void> {
  const outside = await getPayment(context, acquirer, acquirerPaymentId);
  if (outside === undefined) return;
  const orderId =
    (await findOrderOfPayment(context.db, acquirer, outside.id)) ??
    // A webhook can be faster than the answer to our own call.
    (await findOrderByReference(context, acquirer, outside.reference));
  if (orderId !== undefined) return applyCardPayment(context, orderId, outside);
  await raiseAlarm(context, context.db, {
    kind: 'payment_mismatch',
    subject: outside.id,
    details: { what: 'unknown_reference', status: outside.status },
  });
}

async function findOrderByReference({ db }: AppContext, acquirer: string, niceId: string): Promise<string | undefined> {
  const orderId = (await findOrder(db, { niceId }))?.orderId;
  const payment = orderId === undefined ? undefined : await findCardPayment(db, orderId);
  return payment?.acquirer === acquirer ? orderId : undefined;
}

async function getPayment(
  { providers, log }: AppContext,
  acquirer: string,
  id: string,
): Promise<AcquirerPayment | undefined> {
  try {
    return await providers.acquirers.find(acquirer).getPayment(id);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    log.warn('the acquirer does not know a payment it told of', { provider: acquirer, code: error.code });
    return undefined;
  }
}
