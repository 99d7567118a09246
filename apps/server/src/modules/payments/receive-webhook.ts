import type { AppContext } from '../../context.ts';
import type { Acquirer } from '../../providers/acquirer/port.ts';
import { confirmCardPaymentJob } from './jobs/confirm-card-payment.ts';

/**
 * Takes a notice of a firm in: checked, stored and queued before it is answered. The same event again
 * changes nothing.
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
    context.log.warn('a notice was refused', { firm: acquirer.name, reason: event.refused });
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

/** Notice and job are one statement: where the notice is there already, neither is written. */
function ignoreKnown(error: unknown): void {
  const isKnown = error instanceof Error && 'constraint' in error && error.constraint === 'received_webhooks_pkey';
  if (!isKnown) throw error;
}
