import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { payoutAcquirer } from '../cards/payout-acquirer.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { sendCardPayoutJob } from './jobs/send-card-payout.ts';

/** Notes in the caller's transaction that an order is to be paid out to its card, and queues the work. One pay-out per order, for ever. */
export async function planCardPayout(
  context: AppContext,
  trx: Executor,
  { orderId, clientId, payoutCurrency: currency, destinationDetails }: OrderRow,
  amount: bigint,
): Promise<void> {
  // A card that was deleted meanwhile is still where the money was promised to; its acquirer says whether it can be.
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
