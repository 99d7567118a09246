import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { giveToBalance } from '../lifecycle/give-to-balance.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { refundMoneyJob } from './jobs/refund-money.ts';
import type { MoneySource } from './refund-row.ts';

/**
 * Notes in the caller's transaction that money of an order goes back to where it came from, and queues the work; once
 * for each source. A source that cannot be paid is given to the client's balance at once.
 */
export async function planRefund(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  source: MoneySource,
  { amount, reason }: { amount: bigint; reason: string },
): Promise<void> {
  const { orderId } = order;
  const { moneyKey: sourceKey, currency, refundMethod: method } = source;
  const refundId = newUuid(context);
  const isBalance = method === 'balance';
  const now = context.clock.now();
  await trx
    .insertInto('refunds')
    .values({
      refundId,
      orderId,
      amount,
      currency,
      method,
      destination: source.refundDestination,
      destinationName: source.refundName,
      reason,
      status: isBalance ? 'done' : 'planned',
      sourceKey,
      createdAt: now,
      doneAt: isBalance ? now : null,
    })
    .execute();
  await trx.updateTable('orders').set({ refundMethod: method }).where('orderId', '=', orderId).execute();
  if (isBalance) await giveToBalance(context, trx, order, { refundId, amount, currency });
  else await context.jobs.enqueue(trx, refundMoneyJob, { orderId }, { singletonKey: orderId });
}
