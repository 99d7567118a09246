import { currencyList } from '@causeway/domain/currencies/currency-list';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';

/** Months that count, the present one included. */
const months = 12;

/** So many of the newest orders count, which bounds what a price costs. */
const entriesMax = 5000;

/** The first day of a moment's month, UTC. */
function monthOf(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}

/** Pairs of currencies that a balance keeps as one. */
const samePairs = currencyList.flatMap(({ code, balanceCurrency }) =>
  currencyList.filter((other) => other.balanceCurrency === balanceCurrency).map((other) => `${code}>${other.code}`),
);

/** Whether an order only moves money out of the balance: nothing is exchanged, and it costs no service fee. */
export const isMoved = sql<boolean>`(
  orders.payin_group = 'balance' and orders.payout_group <> 'balance'
  and orders.payin_currency || '>' || orders.payout_currency = any(${samePairs}::text[])
)`;

/**
 * Adds a finished order to its client's turnover, once, in the caller's transaction. What any person can buy at a
 * merchant under an e-mail address is not the turnover of its owner.
 *
 * @returns false when it does not count, or does so already
 */
export async function countTurnover(trx: Executor, orderId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into turnover_entries (order_id, client_id, month, amount)
    select order_id, client_id, ${monthOf(now)}::date, payin_amount_eur from orders
    where order_id = ${orderId}::uuid and client_id is not null and not is_merchant and not ${isMoved}
    on conflict (order_id) do nothing
  `.execute(trx);
  return numAffectedRows === 1n;
}

/** The payment of an order was taken back, in whole or in part: the order does not count, now or later. */
export async function voidTurnover(trx: Executor, orderId: string, now: Date): Promise<void> {
  await sql`
    insert into turnover_entries (order_id, client_id, month, amount)
    select order_id, client_id, ${monthOf(now)}::date, 0 from orders
    where order_id = ${orderId}::uuid and client_id is not null
    on conflict (order_id) do update set amount = 0
  `.execute(trx);
}

const sum = z.object({ total: z.bigint() });

/** What a client has exchanged in the months that count, in cents of EUR. */
export async function readTurnover(executor: Executor, clientId: string, now: Date): Promise<bigint> {
  const { rows } = await sql`
    select coalesce(sum(amount), 0) as total from (
      select amount from turnover_entries
      where client_id = ${clientId}::uuid and month > ${monthOf(now)}::date - ${months} * interval '1 month'
      order by month desc limit ${entriesMax}
    ) counted
  `.execute(executor);
  return sum.parse(rows[0]).total;
}
