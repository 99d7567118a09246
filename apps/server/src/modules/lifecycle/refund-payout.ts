import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { addHistory } from './add-history.ts';
import { changeStatus } from './change-status.ts';
import { insertRefund } from './insert-refund.ts';
import type { OrderRow } from './store.ts';

/**
 * Gives what a pay-out did not carry out to the client's balance, in the caller's transaction, once for a `sourceKey`.
 * The order ends as refunded; one that had ended stays as it is.
 */
export async function refundPayout(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  returned: { sourceKey: string; amount: bigint; currency: string },
): Promise<void> {
  const { orderId, status: from } = order;
  const change = { orderId, from, reason: 'payout_returned', actor: 'system' } as const;
  if (from === 'processing') await changeStatus(context, trx, { ...change, to: 'refunded' });
  else await addHistory(context, trx, { ...change, to: from });
  await insertRefund(context, trx, order, { method: 'balance', reason: 'payout_returned', ...returned });
}
