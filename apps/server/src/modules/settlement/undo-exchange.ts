import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readBalance } from '../../ledger/balances.ts';
import { ArchivedEntry, type Posting, readEntry, reverseEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
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
    if (await mayHaveLeft(trx, orderId)) return false;
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

/** By which entry an order's payout came to a balance: at once, or back from where it was sent. */
export async function readPaid(trx: Executor, orderId: string) {
  const returned = await trx
    .selectFrom('refunds')
    .select('refundId')
    .where('reason', '=', 'payout_returned')
    .where('method', '=', 'balance')
    .where('orderId', '=', orderId)
    .executeTakeFirst();
  const refundId = returned?.refundId ?? '';
  const idempotencyKey = returned === undefined ? `balance_payout:${orderId}` : `refund:${refundId}`;
  const entry = await readEntry(trx, { idempotencyKey }).catch(async (error: unknown) => {
    if (!(error instanceof ArchivedEntry)) throw error;
    return readGiven(trx, orderId, error.entryId);
  });
  return entry && { ...entry, refundId };
}

/** What an entry of an archived month gave to the balance of an order's client, or of its partner's. */
async function readGiven(trx: Executor, orderId: string, entryId: string) {
  const { rows } = await sql<Posting>`
    select 'order:' || orders.nice_id as from, path as to, amount, currency
    from orders left join partners using (partner_key) join clients on clients.client_id in (orders.client_id, partners.client_id)
      join balance_operations on path = 'client:' || clients.nice_id
    where order_id = ${orderId} and entry_id = ${entryId} and amount > 0
  `.execute(trx);
  return { entryId, postings: rows };
}

/** Money that came to a balance by an entry. */
export interface Given {
  to: string;
  currency: string;
  since: string;
}

/** Money that was spent of a balance since money came there by an entry, before another one. */
export interface Spent extends Given {
  until?: string | undefined;
}

/** The newest orders that were paid so. */
export async function listSpent(trx: Executor, { to, currency, since, until }: Spent) {
  const { rows } = await sql<{ orderId: string; paidBy: string }>`
    select orders.order_id as "orderId", paid.entry_id as "paidBy" from orders join clients using (client_id)
      join ledger_keys paid on paid.idempotency_key = 'balance_hold:' || orders.order_id
    where clients.nice_id = ${to.slice('client:'.length)} and payin_group = 'balance'
      and payin_currency = ${currency} and (
        status in ('confirmation_pending', 'processing', 'finished')
        or exists (select from refunds where refunds.order_id = orders.order_id and reason = 'payout_returned')
      )
      and paid.entry_id > ${since}::uuid
      and (${until ?? null}::uuid is null or paid.entry_id < ${until ?? null}::uuid)
    order by paid.entry_id desc limit 10
  `.execute(trx);
  return rows;
}

/** What a balance gave for a payout that a restore forgot, and what came back of that payout, to a balance too. */
export interface ForgottenSpent {
  /** The entry that took it of the balance. */
  entryId: string;
  spent: bigint;
  came: Given;
  back: bigint;
  /** How much of what came back losses hold, or were followed from. */
  held: bigint;
}

/** The newest payouts that a restore forgot, that were paid so and that came back. */
export async function listForgottenBack(trx: Executor, { to, currency, since }: Given): Promise<ForgottenSpent[]> {
  const { rows } = await sql<Omit<ForgottenSpent, 'came'> & Given>`
    select given.entry_id as "entryId", -given.amount as spent, back.amount as back, back.path as "to", back.currency,
      back.entry_id as since, coalesce((
        select sum(-held.amount) from balance_operations held join ledger_keys named using (entry_id)
        where held.path = back.path and held.currency = back.currency and held.kind = 'proceeds_held'
          and strpos(named.idempotency_key, ':via:' || given.entry_id) > 0
          and not exists (select from ledger_keys reversal where reversal.reverses_entry_id = held.entry_id)
      ), 0)::numeric as held
    from balance_operations given join ledger_keys own on own.entry_id = given.entry_id
      join ledger_keys returned
        on returned.idempotency_key = 'outside_spend_back:' || substr(own.idempotency_key, length('forgotten_order:') + 1)
      join balance_operations back on back.entry_id = returned.entry_id and back.amount > 0
    where given.path = ${to} and given.currency = ${currency} and given.kind = 'forgotten_order'
      and given.entry_id > ${since}::uuid
      and back.path = ${to}
    order by given.entry_id desc
  `.execute(trx);
  return rows.map(({ to: path, currency: paid, since: by, ...row }) => ({
    ...row,
    came: { to: path, currency: paid, since: by },
  }));
}
