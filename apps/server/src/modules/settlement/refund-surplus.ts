import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { listSources } from './list-sources.ts';
import { planRefund } from './plan-refund.ts';

/** Sends back what an order has too much, out of what came last. */
export async function refundSurplus(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  surplus: bigint,
): Promise<void> {
  if (surplus === 0n) return;
  let left = surplus;
  for (const source of (await listSources(trx, order.orderId)).toReversed()) {
    if (left === 0n) return;
    const amount = left < source.amount ? left : source.amount;
    await planRefund(context, trx, order, source, { amount, reason: 'surplus' });
    left -= amount;
  }
}
