import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { AppContext } from '../../context.ts';
import { type Executor, requireRightClock } from '../../database/db.ts';
import type { AcquirerPayout, CardVault } from '../../providers/acquirer/port.ts';
import { findOwn } from '../../providers/acquirer/shapes.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { findCardById } from '../cards/store.ts';
import { type OrderRow, findOrder } from '../order-lifecycle/store.ts';
import { readLost } from '../order-lifecycle/refund-payout.ts';
import { PayoutDoubt, countOutflow, lateLook, leaveToPerson } from '../payout-holds/count-outflow.ts';
import { requirePromisedPayout } from '../promises/require-promised-price.ts';
import { agreeWithProvider } from '../payout-holds/agree-with-provider.ts';
import { putBackHeld } from '../payout-holds/store.ts';
import { applyCardPayout } from './apply-card-payout.ts';
import { sendCardPayoutJob } from './jobs.ts';
import { type CardPayoutRow, failCardPayout, findCardPayout } from './store.ts';

/**
 * Sends an order's money to its card, once: the attempt is committed before the acquirer is called. The result of an
 * earlier attempt is looked up by the order's number, and only sent again, under the same key, when the acquirer does
 * not have it.
 *
 * @throws ProviderError while the acquirer cannot be reached
 */
export async function sendCardPayout(context: AppContext, orderId: string): Promise<void> {
  const order = await findOrder(context.db, { orderId });
  const payout = await findCardPayout(context.db, orderId);
  if (order === undefined || payout === undefined || !isOpen(payout)) return;
  const { vault } = context.providers.acquirers.find(payout.acquirer);
  if (vault === undefined) throw new Error(`${payout.acquirer} sends no money to cards.`);
  if (payout.status !== 'pending' && !(await agreeWithProvider(context, payout.acquirer)))
    return putBackHeld(context, sendCardPayoutJob, [orderId]);
  if (payout.status === 'planned' && !(await markSending(context, payout))) return;
  // A failed one may be of an earlier attempt, which a person has retried; sent again under its key it is answered as
  // failed.
  const isKnown = (outside: AcquirerPayout) => outside.status !== 'failed';
  const made = (await vault.findPayouts(order.niceId)).filter(isKnown);
  const known = made.find(({ id }) => id === payout.acquirerPayoutId) ?? findOwn(made);
  // Where a restore has forgotten several, a person says which is its own.
  if (known === 'several') return failCardPayout(context, payout, 'several');
  // What is marked as sending is stopped by no loss, also while the acquirer cannot be reached.
  if (known === undefined && (await readLost(context.db, order)) > 0n) return failLater(context, payout, 'taken_back');
  try {
    await applyCardPayout(context, payout, known ?? (await ask(context, vault, order, payout)));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    // A call before this one may have made it, though the acquirer does not show it yet.
    if (payout.status === 'sending') return failLater(context, payout, error.code);
    await failCardPayout(context, payout, error.code);
  }
}

/** Fails it once the acquirer cannot show any more what it was asked for: a person may pay it again then. */
async function failLater(context: AppContext, payout: CardPayoutRow, reason: string): Promise<void> {
  const startAfter = lateLook(context, payout);
  if (startAfter === undefined) return failCardPayout(context, payout, reason);
  const { orderId } = payout;
  await context.jobs.enqueue(context.db, sendCardPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
}

/**
 * Asks again for a payout that was paid: it may have come back since.
 *
 * @throws ProviderError while the acquirer cannot be reached
 */
export async function recheckCardPayout(context: AppContext, orderId: string): Promise<void> {
  const order = await findOrder(context.db, { orderId });
  const payout = await findCardPayout(context.db, orderId);
  if (order === undefined || payout?.status !== 'paid') return;
  const { vault } = context.providers.acquirers.find(payout.acquirer);
  const outside = (await vault?.findPayouts(order.niceId))?.find(({ id }) => id === payout.acquirerPayoutId);
  if (outside?.status === 'returned' || outside?.status === 'failed')
    await applyCardPayout(context, payout, outside, payout);
}

function isOpen({ status }: CardPayoutRow): boolean {
  return status === 'planned' || status === 'sending' || status === 'pending';
}

/** Counts it against the day's limit as well; above it a person must allow it. */
async function markSending(context: AppContext, payout: CardPayoutRow): Promise<boolean> {
  const now = context.clock.now();
  const own = (trx: Executor) => trx.updateTable('cardPayouts').where('payoutId', '=', payout.payoutId);
  try {
    return await context.db.transaction().execute(async (trx) => {
      const sending = { status: 'sending', sentAt: now, updatedAt: now };
      const marked = await own(trx).set(sending).where('status', '=', 'planned').executeTakeFirst();
      if (marked.numUpdatedRows !== 1n) return false;
      const at = { ...context, clock: { now: () => now } };
      const countedCents = await countOutflow(at, trx, 'card', { ...payout, wallet: payout.acquirer });
      await own(trx).set({ countedCents }).execute();
      return true;
    });
  } catch (error) {
    if (!(error instanceof PayoutDoubt)) throw error;
    await leaveToPerson(context, 'card', payout, error);
    return false;
  }
}

async function ask(
  { db }: AppContext,
  vault: CardVault,
  order: OrderRow,
  { payoutId, cardId, amount, currency }: CardPayoutRow,
): Promise<AcquirerPayout> {
  const { niceId, destinationDetails } = order;
  const card = await findCardById(db, cardId);
  requirePromisedPayout(order, { amount, currency, destination: card.token });
  await requireRightClock(db);
  return vault.payOut({
    key: `payout-${payoutId}`,
    reference: niceId,
    amount: formatUnits(amount, currency),
    currency,
    cardToken: card.acquirerToken,
    isCardKept: destinationDetails.isRememberCard,
  });
}
