import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { postEntry, readEntry, reverseEntry } from '../../ledger/entry.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { type HistoryReason, addHistory } from '../order-lifecycle/history.ts';
import { voidTurnover } from '../discounts/turnover.ts';
import { changeStatus } from '../order-lifecycle/change-status.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { cancelFee } from '../partner-fees/partner-fee.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { endHold } from './exchange-order.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';

/**
 * Money that a waiting order had received was taken back: in the caller's transaction it no longer counts for the
 * order, and is not refunded.
 *
 * @param taken left out, all of it
 */
export async function uncountMoney(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  moneyKey: string,
  taken: { amount?: bigint; reason: HistoryReason },
): Promise<void> {
  const { orderId, status } = order;
  const source = await trx
    .selectFrom('receivedMoney')
    .select('amount')
    .where('moneyKey', '=', moneyKey)
    .where('orderId', '=', orderId)
    .where('isAccepted', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (source === undefined) return;
  const gone = taken.amount ?? source.amount;
  const left = source.amount - gone;
  await trx
    .updateTable('receivedMoney')
    .set(left > 0n ? { amount: left } : { isAccepted: false })
    .where('moneyKey', '=', moneyKey)
    .execute();
  const receivedAmount = order.receivedAmount - gone;
  // Without money there is nothing to decide, and the order waits as before.
  const asked = receivedAmount > 0n ? {} : { decisionKind: '', decideUntil: null };
  await trx
    .updateTable('orders')
    .set({ receivedAmount, ...asked })
    .where('orderId', '=', orderId)
    .execute();
  const change = { orderId, from: status, reason: taken.reason, actor: 'system' } as const;
  if (receivedAmount === 0n && status === 'pending')
    await changeStatus(context, trx, { ...change, to: 'payin_pending' });
  else await addHistory(context, trx, { ...change, to: status });
}

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

/**
 * Holds what is left of an order's payout on a balance, because its payment was taken back; in the caller's
 * transaction, once for a key. The order counts for no discount any more.
 *
 * @param lost how much of the order's exchanged amount was lost, in smallest units
 */
export async function holdProceeds(
  context: AppContext,
  trx: Executor,
  { orderId, niceId, payinAmount }: OrderRow,
  { key, lost }: { key: string; lost: bigint },
): Promise<void> {
  await voidTurnover(trx, orderId, context.clock.now());
  const paid = await readEntry(trx, { idempotencyKey: `balance_payout:${orderId}` });
  const posting = paid?.postings[0];
  const client = posting === undefined ? undefined : /^client:(.+)$/.exec(posting.to)?.[1];
  if (posting === undefined || client === undefined) return;
  const { to: from, currency } = posting;
  const share = lost >= payinAmount ? posting.amount : (posting.amount * lost) / payinAmount;
  const free = await readBalance(trx, from, currency);
  const amount = share < free ? share : free;
  if (amount <= 0n) return;
  await postEntry(trx, context, {
    kind: 'proceeds_held',
    reference: niceId,
    idempotencyKey: `proceeds_held:${key}`,
    postings: [{ from, to: paths.held(client), amount, currency }],
  });
}

/**
 * Holds what entries gave to a balance and is still there, as `holdProceeds` does; one hold for each entry.
 *
 * @returns how much of what was lost they had given, and how much of that is held now
 */
export async function holdGiven(
  context: AppContext,
  trx: Executor,
  { niceId }: Pick<OrderRow, 'niceId'>,
  { key, lost, entryKeys }: { key: string; lost: bigint; entryKeys: readonly string[] },
): Promise<{ given: bigint; held: bigint }> {
  let left = lost;
  let held = 0n;
  let holds = 0;
  for (const idempotencyKey of entryKeys) {
    const posting = (await readEntry(trx, { idempotencyKey }))?.postings.find(({ to }) => to.startsWith('client:'));
    const given = posting === undefined || posting.amount > left ? left : posting.amount;
    if (posting === undefined || given === 0n) continue;
    left -= given;
    const { to: from, currency } = posting;
    const free = await readBalance(trx, from, currency);
    const amount = given < free ? given : free;
    if (amount <= 0n) continue;
    await postEntry(trx, context, {
      kind: 'proceeds_held',
      reference: niceId,
      idempotencyKey: `proceeds_held:${key}:${holds}`,
      postings: [{ from, to: paths.held(from.slice('client:'.length)), amount, currency }],
    });
    holds += 1;
    held += amount;
  }
  return { given: lost - left, held };
}

/** Returns what was held under a key to its balance: the loss has ended. */
export async function releaseProceeds(context: AppContext, trx: Executor, key: string): Promise<void> {
  await release(context, trx, key);
  for (let index = 0; await release(context, trx, `${key}:${index}`); index += 1);
}

async function release(context: AppContext, trx: Executor, key: string): Promise<boolean> {
  const held = await readEntry(trx, { idempotencyKey: `proceeds_held:${key}` });
  const posting = held?.postings[0];
  if (held === undefined || posting === undefined) return false;
  // What a person has freed or booked meanwhile is not given again.
  if ((await readBalance(trx, posting.to, posting.currency)) >= posting.amount)
    await reverseEntry(trx, context, held.entryId);
  return true;
}
