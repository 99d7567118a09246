import type { Insertable } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { Refunds } from '../../database/types.generated.ts';
import { newUuid } from '../../new-uuid.ts';
import { giveToBalance } from './give-to-balance.ts';
import type { OrderRow } from './store.ts';

/** Where money goes back to, how much and why; `sourceKey` names where it came from. */
export type NewRefund = Pick<
  Insertable<Refunds>,
  'currency' | 'method' | 'reason' | 'sourceKey' | 'destination' | 'destinationName'
> & { amount: bigint };

/**
 * Notes in the caller's transaction that money of an order goes back, once for a `sourceKey`. What goes to the client's
 * balance is there at once; anything else is left to be sent.
 */
export async function insertRefund(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  refund: NewRefund,
): Promise<void> {
  const refundId = newUuid(context);
  const isBalance = refund.method === 'balance';
  const now = context.clock.now();
  await trx
    .insertInto('refunds')
    .values({
      ...refund,
      refundId,
      orderId: order.orderId,
      status: isBalance ? 'done' : 'planned',
      createdAt: now,
      doneAt: isBalance ? now : null,
    })
    .execute();
  if (isBalance) await giveToBalance(context, trx, order, { ...refund, refundId });
}
