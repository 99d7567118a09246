import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { findCard, findCardById, findOrderCard } from '../cards/store.ts';
import { payoutAcquirer, requireUsableCard } from '../cards/rules.ts';
import { type DestinationRequest, type PayoutMethod } from '../order-lifecycle/payout-method.ts';
import { type OrderRow, type Destination, destinationDetails } from '../order-lifecycle/store.ts';
import { findCardPayout } from './store.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { isOut } from '../../providers/acquirer/shapes.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { sendCardPayoutJob } from './jobs.ts';

/** Paid out to a card of the client. */
export const cardPayout: PayoutMethod = {
  checkDestination,
  plan: planCardPayout,
  stop: stopCardPayout,
  isUnsent,
  isUnknownOutside,
  view,
};

async function checkDestination(context: AppContext, { clientId, request }: DestinationRequest): Promise<Destination> {
  const { token = '', isRememberCard = false } = request;
  if (token === '') throw new Refusal({ code: 'REQUIRED', field: 'token' });
  const use = { clientId, acquirer: payoutAcquirer, now: context.clock.now() };
  const card = requireUsableCard(await findOrderCard(context.db, clientId, payoutAcquirer, token), use, 'token');
  // What is in the hand of who types it is not named by a list that anybody in the session could have put it in.
  if (token === card.token && card.destinationSince === null)
    throw new Refusal({ code: 'CARD_INVALID', field: 'token', values: { reason: 'unproven' } });
  const details = { payoutCardToken: card.token, isRememberCard: isRememberCard && !card.isListed };
  return { address: '', tag: '', details: destinationDetails.parse(details) };
}

async function view({ db }: AppContext, { orderId, clientId, destinationDetails: details }: OrderRow) {
  const payout = await findCardPayout(db, orderId);
  // Before the payout is planned it is the card that the order promises.
  const card =
    payout === undefined
      ? await findCard(db, clientId, details.payoutCardToken)
      : await findCardById(db, payout.cardId);
  return {
    token: details.payoutCardToken,
    payoutCardType: card?.brand ?? '',
    ...(card !== undefined && { dstAddress: `···· ${card.last4}` }),
  };
}

/**
 * Stops a payout that was not sent to the acquirer, also one that waits for a person, but none that a person has
 * stopped, who may be paying it by hand. @returns whether it was stopped
 */
async function stopCardPayout(context: AppContext, trx: Executor, orderId: string): Promise<boolean> {
  const stopped = await trx
    .updateTable('cardPayouts')
    .set({ status: 'stopped', failureReason: '', holdReason: '', updatedAt: context.clock.now() })
    .where('orderId', '=', orderId)
    .where('status', 'in', ['planned', 'held'])
    .where('sentAt', 'is', null)
    .executeTakeFirst();
  if (stopped.numUpdatedRows !== 1n) return false;
  await clearAlarm(context, trx, 'payout_failed', orderId);
  return true;
}

/**
 * Records in the caller's transaction that an order is to be paid out to its card, and queues the work. One payout per
 * order, for ever.
 */
async function planCardPayout(
  context: AppContext,
  trx: Executor,
  { orderId, clientId, payoutCurrency: currency, destinationDetails }: OrderRow,
  amount: bigint,
): Promise<void> {
  // A card that was deleted meanwhile is still the promised destination; its acquirer decides whether it can be paid.
  const { cardId } = await trx
    .selectFrom('cards')
    .select('cardId')
    .where('token', '=', destinationDetails.payoutCardToken)
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  const now = context.clock.now();
  await trx
    .insertInto('cardPayouts')
    .values({
      payoutId: newUuid(context),
      orderId,
      acquirer: payoutAcquirer,
      cardId,
      amount,
      currency,
      status: 'planned',
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await context.jobs.enqueue(trx, sendCardPayoutJob, { orderId }, { singletonKey: orderId });
}

async function isUnsent(executor: Executor, orderId: string): Promise<boolean> {
  const payout = await findCardPayout(executor, orderId);
  return payout?.sentAt === null && (payout.status === 'planned' || payout.status === 'held');
}

async function isUnknownOutside({ providers }: AppContext, { niceId }: OrderRow): Promise<boolean> {
  const payouts = (await providers.acquirers.find(payoutAcquirer).vault?.findPayouts(niceId)) ?? [];
  return !payouts.some(isOut);
}
