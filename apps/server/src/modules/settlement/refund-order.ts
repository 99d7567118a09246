import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { HistoryActor, HistoryReason } from '../lifecycle/add-history.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { listSources } from './list-sources.ts';
import { planRefund } from './plan-refund.ts';

/** Ends an order whose row the caller holds by sending back all that it was paid with. */
export async function refundOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  { reason, actor }: { reason: HistoryReason; actor: HistoryActor },
): Promise<void> {
  const { orderId, niceId, status: from } = order;
  await trx.updateTable('orders').set({ decisionKind: '', decideUntil: null }).where('orderId', '=', orderId).execute();
  const isChanged = await changeStatus(context, trx, { orderId, from, to: 'refunded', reason, actor });
  if (!isChanged) throw new Error(`The order ${niceId} moved while it was held.`);
  for (const source of await listSources(trx, orderId))
    await planRefund(context, trx, { ...order, status: 'refunded' }, source, { amount: source.amount, reason });
}
