import type { AppContext } from '../../context.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { findOrder } from '../lifecycle/store.ts';
import { applyCardPayment } from './apply-card-payment.ts';
import { findCardPayment, findOrderOfPayment } from './store.ts';

/**
 * Acts on a notice: what it said does not count, the acquirer is asked for the payment itself. A payment that
 * belongs to no order of ours is an alarm.
 */
export async function confirmCardPayment(
  context: AppContext,
  { acquirer, acquirerPaymentId }: { acquirer: string; acquirerPaymentId: string },
): Promise<void> {
  const outside = await getPayment(context, acquirer, acquirerPaymentId);
  if (outside === undefined) return;
  const orderId =
    (await findOrderOfPayment(context.db, acquirer, outside.id)) ??
    // A notice can be faster than the answer to our own call.
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
    log.warn('the acquirer does not know a payment it told of', { firm: acquirer, code: error.code });
    return undefined;
  }
}
