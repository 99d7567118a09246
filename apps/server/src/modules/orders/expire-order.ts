import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { findOrder, lockOrder } from '../lifecycle/store.ts';
import { endUnpaidOrder } from './end-unpaid-order.ts';
import { expireOrderJob } from './jobs/expire-order.ts';

/** Expires an order whose time is over, unless its payment turns out to have been made. */
export async function expireOrder(context: AppContext, orderId: string): Promise<void> {
  const order = await findOrder(context.db, { orderId });
  if (order === undefined || !isBeforeMoney(order.status)) return;
  if (order.payinDeadline > context.clock.now()) {
    await context.jobs.enqueue(
      context.db,
      expireOrderJob,
      { orderId },
      { startAfter: order.payinDeadline, singletonKey: orderId },
    );
    return;
  }
  await endUnpaidOrder(context, orderId, { to: 'expired', reason: '', actor: 'system' });
  await giveUp(context, orderId);
}

/** What is neither paid nor ended after that has a payment that is not the one we asked for: a person must look. */
async function giveUp(context: AppContext, orderId: string): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const { status: from, niceId } = await lockOrder(trx, orderId);
    if (!isBeforeMoney(from)) return;
    await changeStatus(context, trx, { orderId, from, to: 'error', actor: 'system' });
    await raiseAlarm(context, trx, { kind: 'order_stuck', subject: niceId });
  });
}
