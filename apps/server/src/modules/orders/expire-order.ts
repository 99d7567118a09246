import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { findOrder, lockOrder, type OrderRow } from '../lifecycle/store.ts';
import { endUnpaidOrder } from './end-unpaid-order.ts';
import { expireOrderJob } from './jobs/expire-order.ts';

/** Expires an order whose time is over, unless its payment turns out to have been made. */
export async function expireOrder(context: AppContext, orderId: string): Promise<void> {
  const order = await findOrder(context.db, { orderId });
  if (order === undefined || !isBeforeMoney(order.status)) return;
  const endsAt = holdsMoney(order) ? afterDecision(order) : order.payinDeadline;
  if (endsAt > context.clock.now()) {
    await context.jobs.enqueue(context.db, expireOrderJob, { orderId }, { startAfter: endsAt, singletonKey: orderId });
    return;
  }
  await endUnpaidOrder(context, orderId, { to: 'expired', reason: '', actor: 'system' });
  await giveUp(context, orderId);
}

/** What is neither paid nor ended after that has a payment that is not the one we asked for: a person must look. */
async function giveUp(context: AppContext, orderId: string): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const { status: from, niceId } = order;
    if (!isBeforeMoney(from) || (holdsMoney(order) && order.decisionKind !== '')) return;
    await changeStatus(context, trx, { orderId, from, to: 'error', actor: 'system' });
    await raiseAlarm(context, trx, { kind: 'order_stuck', subject: niceId });
  });
}

function holdsMoney({ receivedAmount }: OrderRow): boolean {
  return receivedAmount > 0n;
}

/** Settlement ends an order that holds money; this looks again when that must have happened. */
function afterDecision({ decideUntil, payinDeadline }: OrderRow): Date {
  return new Date((decideUntil ?? payinDeadline).getTime() + 3_600_000);
}
