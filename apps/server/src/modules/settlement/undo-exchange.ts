import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readBalance } from '../../ledger/balances.ts';
import { ArchivedEntry, type Posting, readEntry, reverseEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { readTurns } from '../card-payouts/store.ts';
import { type HistoryReason, changeStatus, endOrder } from '../order-lifecycle/change-status.ts';
import { insertRefund } from '../order-lifecycle/insert-refund.ts';
import { holdReturned, readLost } from '../order-lifecycle/refund-payout.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { cancelFee } from '../partner-fees/partner-fee.ts';
import { mayHaveLeft } from '../payout-holds/check-epoch.ts';
import { requirePromisedReturn } from '../promises/require-promised-price.ts';
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
    // Only the outside can say so: its sender looks there first, and stops it where it has not left.
    if (await mayHaveLeft(context, trx, orderId)) return false;
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

/** What of the money of a stopped order no loss has taken that came before, while it could not be stopped. */
export async function readUnlost(trx: Executor, order: OrderRow, held: bigint): Promise<bigint> {
  const left = held - (await readLost(trx, order));
  return left > 0n ? left : 0n;
}

/** What is left of a stopped order is the client's; what of it losses have taken that came before is held for them. */
export async function returnStopped(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  refund: { reason: HistoryReason; sourceKey: string; amount: bigint },
): Promise<void> {
  const returned = { ...refund, method: 'balance', currency: order.payinCurrency };
  requirePromisedReturn(order, returned);
  const refundId = await insertRefund(context, trx, order, returned);
  // It is of the payment itself: as much as was lost is held, not a share.
  await holdReturned(context, trx, { ...order, payinAmount: refund.amount }, refundId);
}

/**
 * Ends an order that was paid from a balance and has not left it yet, as what it was paid with is lost.
 *
 * @param loss `root` names the loss at its beginning
 * @returns whether the order's money is on the balance again
 */
export async function returnToBalance(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  { root, reason }: { root: string; reason: HistoryReason },
): Promise<boolean> {
  const { orderId, niceId, status, payinAmount: amount, payinCurrency: currency } = order;
  const sourceKey = `followed:${root}:${orderId}`;
  if (status === 'confirmation_pending')
    await endOrder(context, trx, order, { to: 'canceled', reason, actor: 'system' });
  else if (!(await undoExchange(context, trx, order, reason)))
    // Else it has ended since it was listed, and its money was given back.
    return status !== 'finished' && status !== 'processing' && (await readPaid(trx, orderId)) === undefined;
  const held = await readBalance(trx, paths.order(niceId), currency);
  const ended = { ...order, status: status === 'processing' ? ('error' as const) : ('canceled' as const) };
  await returnStopped(context, trx, ended, { reason, sourceKey, amount: held < amount ? held : amount });
  return true;
}

/** By which entry an order's payout came to a balance, at once or back from where it went, and what is there yet. */
export async function readPaid(trx: Executor, orderId: string) {
  const returns = trx.selectFrom('refunds').select(['refundId', 'sourceKey']).where('orderId', '=', orderId);
  const back = returns.where('reason', '=', 'payout_returned').where('method', '=', 'balance');
  const returned = await back.orderBy('createdAt').execute();
  const [first, refundId = ''] = [returned[0], returned.at(-1)?.refundId];
  const idempotencyKey = first === undefined ? `balance_payout:${orderId}` : `refund:${first.refundId}`;
  const entry = await readEntry(trx, { idempotencyKey }).catch(async (error: unknown) => {
    if (!(error instanceof ArchivedEntry)) throw error;
    return readGiven(trx, orderId, error);
  });
  if (entry === undefined || first?.sourceKey.startsWith('card_payout:') !== true)
    return entry && { ...entry, refundId };
  const { kept: amount } = await readTurns(trx, entry.reference);
  return { ...entry, postings: amount > 0n ? entry.postings.map((posting) => ({ ...posting, amount })) : [], refundId };
}

/** What an archived entry gave, and to whom: the partner of its order may have another client since. */
async function readGiven(trx: Executor, orderId: string, { entryId, place }: ArchivedEntry) {
  const { rows } = await sql<Posting>`
    select 'order:' || orders.nice_id as from, path as to, amount, currency
    from orders cross join balance_operations
    where order_id = ${orderId} and entry_id = ${entryId} and kind = 'balance_payout' and amount > 0
  `.execute(trx);
  return { entryId, place, reference: '', postings: rows };
}
