import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readEntry, reverseEntry } from '../../ledger/entry.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { type HistoryReason, changeStatus } from '../order-lifecycle/change-status.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { cancelFee } from '../partner-fees/partner-fee.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { endHold } from './exchange-order.ts';

/**
 * Stops an order whose payment was taken back, in the caller's transaction, if its payout is not signed yet. The
 * exchange is reversed, fees included, so that the order holds its pay-in again, which pays for the loss.
 *
 * @returns false when it is too late, or nothing was exchanged; nothing is changed then
 */
export async function undoExchange(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  reason: HistoryReason,
): Promise<boolean> {
  const { orderId, niceId, status: from } = order;
  if (from !== 'processing') return false;
  // An order that waits for a person was not exchanged: it still holds the money.
  const isHeld = (await endHold(context, trx, order, 'taken_back')) !== undefined;
  if (!isHeld) {
    if (!(await findPayoutMethod(order.pricing.payoutProvider).stop(context, trx, orderId))) return false;
    const conversion = await readEntry(trx, { idempotencyKey: `conversion:${orderId}` });
    if (conversion === undefined) throw new Error(`The order ${niceId} has a pay-out and no exchange.`);
    await cancelFee(context, trx, order);
    await reverseEntry(trx, context, conversion.entryId);
  }
  await changeStatus(context, trx, { orderId, from, to: 'error', reason, actor: 'system' });
  await clearAlarm(context, trx, 'order_stuck', niceId);
  return true;
}
