import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { insertRefund } from '../lifecycle/insert-refund.ts';
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
  const { moneyKey: sourceKey, currency, refundMethod: method, refundDestination, refundName } = source;
  await trx.updateTable('orders').set({ refundMethod: method }).where('orderId', '=', orderId).execute();
  const way = { method, destination: refundDestination, destinationName: refundName };
  await insertRefund(context, trx, order, { ...way, amount, currency, reason, sourceKey });
  if (method !== 'balance') await context.jobs.enqueue(trx, refundMoneyJob, { orderId }, { singletonKey: orderId });
}
