import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readEntry } from '../../ledger/read-entry.ts';
import { reverseEntry } from '../../ledger/reverse-entry.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import type { HistoryReason } from '../lifecycle/add-history.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { endHold } from './held-orders.ts';

/**
 * Stops an order whose payment the outside has taken back, in the caller's transaction, where nothing was signed yet.
 * The exchange is reversed, fees and all, so that the order holds what it was paid with and that pays for the loss.
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
  // What waits for a person was not exchanged: the order still holds it.
  const isHeld = (await endHold(context, trx, order, 'taken_back')) !== undefined;
  if (!isHeld) {
    if (!(await findPayoutMethod(order.pricing.payoutProvider).stop(context, trx, orderId))) return false;
    const conversion = await readEntry(trx, { idempotencyKey: `conversion:${orderId}` });
    if (conversion === undefined) throw new Error(`The order ${niceId} has a pay-out and no exchange.`);
    await reverseEntry(trx, context, conversion.entryId);
  }
  await changeStatus(context, trx, { orderId, from, to: 'error', reason, actor: 'system' });
  await clearAlarm(context, trx, 'order_stuck', niceId);
  return true;
}
