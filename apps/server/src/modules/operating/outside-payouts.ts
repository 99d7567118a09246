import { isFinalStatus } from '@causeway/domain/orders/order-status';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readEntry } from '../../ledger/entry.ts';
import { findOwn, isOut } from '../../providers/acquirer/shapes.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { payoutAcquirer } from '../cards/rules.ts';
import { findOrder, lockOrder, type OrderRow } from '../order-lifecycle/store.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { askSecondPerson } from '../operators/second-person.ts';
import { describePayout, type OutsidePayout } from '../payout-holds/agree-with-provider.ts';
import { openHold, releaseHolds, toHold } from '../payout-holds/store.ts';
import { bookSpend } from './release-payouts.ts';
import { listOutside } from './forgotten/settle-payment.ts';

/** All that the bank or the acquirer has paid for an order has left: one is the order's, and the others the house's. */
export async function bookMade(
  context: AppContext,
  trx: Executor,
  { niceId: order, pricing }: OrderRow,
  { text: paidBy, made, operator }: { text: string; made: readonly OutsidePayout[]; operator: string },
): Promise<void> {
  const chain = pricing.payoutProvider === 'bank' ? context.providers.bank.name : payoutAcquirer;
  const holdIds: string[] = [];
  for (const one of made.filter(isOut)) {
    const details = describePayout(one);
    await openHold(context, trx, { chain, reason: 'unknown_spend', subject: one.id, details });
    // What was held before its order had a payout was released then, and no entry has it.
    const held = trx
      .updateTable('payoutHolds')
      .set({ details: JSON.stringify(details) })
      .where('chain', '=', chain);
    const its = held.where('reason', '=', 'unknown_spend').where('subject', '=', one.id);
    const hold = toHold(await its.returningAll().executeTakeFirstOrThrow());
    holdIds.push(hold.holdId);
    if ((await readEntry(trx, { idempotencyKey: `outside_spend:${chain}:${one.id}` })) !== undefined) continue;
    await bookSpend(context, trx, hold, order);
    if (one.id !== paidBy)
      await raiseAlarm(context, trx, { kind: 'payout_conflict', subject: one.id, details: { order, paidBy } });
  }
  await releaseHolds(context, trx, { chain, holdIds, by: operator });
}

/**
 * A restore may have forgotten that a person allowed a payout, or sent a refused one again, which the bank or the
 * acquirer has made since: it is booked as it was made, also where that was another amount, and not made again.
 *
 * @param outside what the bank or the acquirer has for the order, but for what it refused
 * @returns why that cannot be booked so, for a person to read; nothing where it can, or there is none
 */
export function describeOther(
  niceId: string,
  outside: readonly OutsidePayout[],
  { status, currency }: { status: string; currency: string },
): string | undefined {
  const own = findOwn(outside);
  const isOpen = status === 'held' || status === 'failed' || status === 'stopped';
  if (own === undefined || (isOpen && own !== 'several' && own.currency === currency)) return undefined;
  const theirs = outside.map((one) => `${one.amount} ${one.currency} (${one.id}, ${one.status})`).join(' and ');
  const next =
    own === 'several'
      ? ` by-hand ${niceId} with one of them that did not come back books all, and the others are the house's.`
      : '';
  return `The bank or the acquirer has ${theirs} for ${niceId} under way or has paid it.${next}`;
}

interface Beside {
  order: OrderRow;
  made: OutsidePayout;
  /** What the bank or the acquirer calls the order's own, where it was sent. */
  paidBy: string;
}

/** A payout of the bank or the acquirer under the number of an order that has its own, or has ended without one. */
export async function findBeside(context: AppContext, niceId: string, id: string): Promise<Beside | undefined> {
  const made = (await listOutside(context, niceId)).find((one) => one.id === id && isOut(one));
  const order = await findOrder(context.db, { niceId });
  if (made === undefined || order === undefined) return undefined;
  const { rows } = await sql<{ paidBy: string }>`
    select outside_id as "paidBy" from bank_payouts
      where order_id = ${order.orderId} and status in ('sent', 'settled', 'returned') and outside_id is not null
    union select acquirer_payout_id from card_payouts
      where order_id = ${order.orderId} and status in ('pending', 'paid', 'returned') and acquirer_payout_id is not null
  `.execute(context.db);
  const paidBy = rows[0]?.paidBy ?? '';
  if (paidBy === id || (paidBy === '' && !isFinalStatus(order.status))) return undefined;
  return { order, made, paidBy };
}

/** @throws OperatorFault where it is booked already */
export async function bookBeside(
  context: AppContext,
  { order, made, paidBy }: Beside,
  operator: string,
): Promise<string | undefined> {
  const { niceId } = order;
  const subject = `${niceId} ${made.id}`;
  const wallet = order.pricing.payoutProvider === 'bank' ? context.providers.bank.name : payoutAcquirer;
  const idempotencyKey = `outside_spend:${wallet}:${made.id}`;
  return context.db.transaction().execute(async (trx) => {
    await lockOrder(trx, order.orderId);
    if ((await readEntry(trx, { idempotencyKey })) !== undefined)
      throw new OperatorFault(`${made.id} is booked already.`);
    const { payments } = describePayout(made);
    const moves = payments.map(({ amount, currency }) => ({ amount: BigInt(amount), currency }));
    const asked = await askSecondPerson(context, trx, { operator, command: 'by-hand', subject, moves });
    if (asked !== undefined) return asked;
    await bookMade(context, trx, order, { text: paidBy, made: [made], operator });
    await recordAction(context, trx, {
      operator,
      action: 'payouts_released',
      subject: niceId,
      details: { subjects: made.id },
    });
    return undefined;
  });
}
