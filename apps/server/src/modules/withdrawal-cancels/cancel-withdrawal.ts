import { isWithdrawal } from '@causeway/domain/orders/is-withdrawal';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readEntry, reverseEntry } from '../../ledger/entry.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { changeStatus, queueOrderEmail } from '../order-lifecycle/change-status.ts';
import { readLost } from '../order-lifecycle/refund-payout.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { cancelFee } from '../partner-fees/partner-fee.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { endHold, isHeldOrder } from '../settlement/exchange-order.ts';
import { postRelease } from '../balance-payins/balance-payin.ts';

/**
 * Whether an approved withdrawal is not signed yet, so that its client may cancel it. One that exchanges is bound by
 * its approval: a client who may take it back would wait and keep only the exchanges that turned out well.
 */
export async function isCancelableWithdrawal(executor: Executor, order: OrderRow): Promise<boolean> {
  const { orderId, status, payinCurrency, payoutCurrency, pricing } = order;
  if (status !== 'processing' || !isWithdrawal(order) || payinCurrency !== payoutCurrency) return false;
  // What it was paid with is lost: a person gives it back, and it is held then.
  if ((await readLost(executor, order)) > 0n) return false;
  return (await isHeldOrder(executor, orderId)) || findPayoutMethod(pricing.payoutProvider).isUnsent(executor, orderId);
}

/**
 * Cancels an approved withdrawal and returns what it held to the balance, its fees included. Between a cancel and the
 * signer the row of the payout decides: each changes it on the condition that the other has not.
 *
 * @throws ProviderError while the provider cannot be asked; nothing is assumed then
 */
export async function cancelWithdrawal(context: AppContext, order: OrderRow): Promise<void> {
  if (!(await isCancelableWithdrawal(context.db, order))) return;
  if (!(await findPayoutMethod(order.pricing.payoutProvider).isUnknownOutside(context, order))) return;
  await context.db
    .transaction()
    .execute(async (trx) => cancelLocked(context, trx, await lockOrder(trx, order.orderId)));
}

async function cancelLocked(context: AppContext, trx: Executor, order: OrderRow): Promise<void> {
  const { orderId, niceId, clientId, status: from } = order;
  if (!(await isCancelableWithdrawal(trx, order))) return;
  // A withdrawal that waits for a person was not exchanged: it still holds what it took.
  if ((await endHold(context, trx, order, 'given_back')) === undefined) {
    if (!(await findPayoutMethod(order.pricing.payoutProvider).stop(context, trx, orderId))) return;
    const conversion = await readEntry(trx, { idempotencyKey: `conversion:${orderId}` });
    if (conversion === undefined) throw new Error(`The withdrawal ${niceId} has a pay-out and no exchange.`);
    await cancelFee(context, trx, order);
    await reverseEntry(trx, context, conversion.entryId);
  }
  await trx.updateTable('receivedMoney').set({ isAccepted: false }).where('orderId', '=', orderId).execute();
  const change = { orderId, from, to: 'canceled', reason: 'withdrawal_canceled', actor: 'client' } as const;
  if (!(await changeStatus(context, trx, { ...change, also: { receivedAmount: 0n } })))
    throw new Error(`The withdrawal ${niceId} moved while it was held.`);
  await postRelease(context, trx, order);
  await clearAlarm(context, trx, 'order_stuck', niceId);
  await queueOrderEmail(context, trx, 'order-canceled', order);
  // Outside of the database, so that it is known after a restore.
  logSecurityEvent(context, 'withdrawal_canceled', { clientId, niceId }, trx);
}
