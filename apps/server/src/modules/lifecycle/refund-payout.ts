import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { addHistory } from './add-history.ts';
import { changeStatus } from './change-status.ts';
import { giveToBalance } from './give-to-balance.ts';
import type { OrderRow } from './store.ts';

/**
 * Gives what a pay-out did not carry out to the client's balance, in the caller's transaction, once for a `sourceKey`.
 * The order ends as refunded; one that had ended stays as it is.
 */
export async function refundPayout(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  { sourceKey, amount, currency }: { sourceKey: string; amount: bigint; currency: string },
): Promise<void> {
  const { orderId, status: from } = order;
  const refundId = newUuid(context);
  const now = context.clock.now();
  await trx
    .insertInto('refunds')
    .values({
      refundId,
      orderId,
      amount,
      currency,
      method: 'balance',
      reason: 'payout_returned',
      status: 'done',
      sourceKey,
      createdAt: now,
      doneAt: now,
    })
    .execute();
  const change = { orderId, from, reason: 'payout_returned', actor: 'system' } as const;
  if (from === 'processing') await changeStatus(context, trx, { ...change, to: 'refunded' });
  else await addHistory(context, trx, { ...change, to: from });
  await giveToBalance(context, trx, order, { refundId, amount, currency });
}
