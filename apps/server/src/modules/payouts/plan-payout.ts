import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { buildPayoutJob } from './jobs/build-payout.ts';

/** Notes in the caller's transaction that an order is to be paid out, and queues the work. One pay-out per order, for ever. */
export async function planPayout(
  context: AppContext,
  trx: Executor,
  order: Pick<OrderRow, 'orderId' | 'payoutCurrency' | 'payoutGroup' | 'destinationAddress'>,
  amount: bigint,
): Promise<void> {
  const now = context.clock.now();
  await trx
    .insertInto('payouts')
    .values({
      payoutId: newUuid(context),
      orderId: order.orderId,
      chain: order.payoutGroup,
      currency: order.payoutCurrency,
      address: order.destinationAddress,
      amount,
      status: 'planned',
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await context.jobs.enqueue(trx, buildPayoutJob, { orderId: order.orderId }, { singletonKey: order.orderId });
}
