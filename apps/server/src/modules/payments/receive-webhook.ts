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
  await context.db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('receivedWebhooks')
      .values({ firm: acquirer.name, eventId: event.id, eventType: event.type, body, receivedAt: now })
      .onConflict((conflict) => conflict.columns(['firm', 'eventId']).doNothing())
      .returning('eventId')
      .executeTakeFirst();
    if (stored === undefined) return;
    const acquirerPaymentId = event.paymentId;
    await context.jobs.enqueue(
      trx,
      confirmCardPaymentJob,
      { acquirer: acquirer.name, acquirerPaymentId },
      { singletonKey: acquirerPaymentId },
    );
  });
  return undefined;
}
