import type { AppContext } from '../../context.ts';
import { handleBankWebhookJob } from './jobs.ts';
import { followBankPayout } from '../bank-payouts/follow-bank-payout.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { collectTransfers } from './collect-transfers.ts';

/**
 * Receives a webhook of the bank: checked, stored and queued before it is answered. The same event again changes
 * nothing, and its content is not trusted: it only starts a query of the bank.
 *
 * @returns why it was refused, or `undefined`
 */
export async function receiveBankWebhook(
  context: AppContext,
  body: string,
  signature: string,
): Promise<string | undefined> {
  const receivedAt = context.clock.now();
  const { bank } = context.providers;
  const event = bank.readEvent(body, signature, receivedAt);
  if ('refused' in event) {
    context.log.warn('a webhook was refused', { provider: bank.name, reason: event.refused });
    return event.refused;
  }
  const { id: eventId, type: eventType, reference } = event;
  await context.db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('receivedWebhooks')
      .values({ firm: bank.name, eventId, eventType, body, receivedAt })
      .onConflict((conflict) => conflict.columns(['firm', 'eventId']).doNothing())
      .returning('eventId')
      .executeTakeFirst();
    if (stored === undefined) return;
    const about = eventType.startsWith('payout.') ? reference : '';
    await context.jobs.enqueue(
      trx,
      handleBankWebhookJob,
      { payoutReference: about },
      { singletonKey: `notice:${about}` },
    );
  });
  return undefined;
}

export async function handleBankWebhook(
  context: AppContext,
  { payoutReference: niceId }: { payoutReference: string },
): Promise<void> {
  if (niceId === '') return collectTransfers(context);
  const order = await findOrder(context.db, { niceId });
  if (order !== undefined) await followBankPayout(context, order.orderId);
}
