import type { Executor } from '../../database/db.ts';
import { findOrder, lockOrder, type OrderRow } from '../lifecycle/store.ts';
import { listStuckPayouts, type StuckPayout } from './list-stuck-payouts.ts';
import { OperatorFault } from './operator-fault.ts';

/** An order and its stuck pay-out; the order is held until the transaction ends. @throws OperatorFault when nothing is stuck */
export async function holdStuckPayout(
  trx: Executor,
  niceId: string,
): Promise<{ order: OrderRow; payout: StuckPayout }> {
  const found = await findOrder(trx, { niceId });
  if (found === undefined) throw new OperatorFault(`There is no order ${niceId}.`);
  const order = await lockOrder(trx, found.orderId);
  const [payout] = await listStuckPayouts({ db: trx }, order.orderId);
  if (payout === undefined) throw new OperatorFault(`No pay-out of the order ${niceId} is stuck.`);
  return { order, payout };
}
