import type { Executor } from '../../database/db.ts';
import { findOrder, lockOrder, type OrderRow } from '../lifecycle/store.ts';
import { listStuckPayouts, type StuckPayout } from './list-stuck-payouts.ts';
import { OperatorFault } from './operator-fault.ts';

/**
 * An order and its stuck pay-out, for a decision about it; the order is held until the transaction ends, and nobody
 * signs the pay-out any more.
 *
 * @throws OperatorFault when nothing is stuck
 */
export async function holdStuckPayout(
  trx: Executor,
  niceId: string,
): Promise<{ order: OrderRow; payout: StuckPayout }> {
  const found = await findOrder(trx, { niceId });
  if (found === undefined) throw new OperatorFault(`There is no order ${niceId}.`);
  const order = await lockOrder(trx, found.orderId);
  const [payout] = await listStuckPayouts({ db: trx }, order.orderId);
  if (payout === undefined) throw new OperatorFault(`No pay-out of the order ${niceId} is stuck.`);
  await stop(trx, payout);
  return { order, payout };
}

/** One that is only held becomes one that was stopped. */
async function stop(trx: Executor, { way, payoutId, niceId }: StuckPayout): Promise<void> {
  if (way !== 'chain') return;
  const stopped = await trx
    .updateTable('payouts')
    .set({ status: 'stuck' })
    .where('payoutId', '=', payoutId)
    .where('status', 'in', ['planned', 'stuck'])
    .executeTakeFirst();
  if (stopped.numUpdatedRows !== 1n) throw new OperatorFault(`The pay-out of the order ${niceId} was signed just now.`);
}
