import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';

const cardOrder = z.object({
  orderId: z.string(),
  niceId: z.string(),
  acquirer: z.string(),
  currency: z.string(),
  held: z.bigint(),
});

/** What the ledger says a provider holds of one order's payments. */
export type CardOrder = z.output<typeof cardOrder>;

/** Some of the orders that were paid by card or paid out to one, in the order of their ids. */
export interface CardOrderPage {
  /** Orders after this one. */
  after: string;
  /** At most so many rows. */
  size: number;
  /** With changes since this moment; all of them when left out. */
  since?: Date;
  /** Of these numbers only; all of them when left out. */
  niceIds?: readonly string[];
}

/** Orders with their payments and what was sent to cards, and what the ledger says the providers hold of them. */
export async function listCardOrders(
  executor: Executor,
  { after, size, since = new Date(0), niceIds }: CardOrderPage,
): Promise<CardOrder[]> {
  const { rows } = await sql`
    select orders.order_id, orders.nice_id, moved.acquirer, moved.currency, coalesce((
      select -sum(amount) from ledger_lines
      where reference = orders.nice_id and path = 'world:card:' || moved.acquirer and currency = moved.currency
    ), 0)::numeric as held
    from (
      select order_id, acquirer, currency from card_payments
      where updated_at >= ${since} and status <> 'intended' and order_id > ${after}::uuid
      union
      select order_id, acquirer, currency from card_payouts
      where updated_at >= ${since} and status not in ('planned', 'held', 'stopped') and order_id > ${after}::uuid
    ) moved join orders using (order_id)
    where (${niceIds === undefined} or orders.nice_id = any(${[...(niceIds ?? [])]}))
      -- What the books say of an archived month is in its file.
      and order_id >= coalesce(
        (select month_start_id(((max(month) || '-01')::date + interval '1 month')::date) from archived_months), ${after}::uuid
      )
    order by moved.order_id, moved.acquirer, moved.currency limit ${size}
  `.execute(executor);
  return z.array(cardOrder).parse(rows);
}

/** What open alarms of a kind are about, where it has this form. */
export async function listOpenSubjects(executor: Executor, kind: string, form: string): Promise<string[]> {
  const rows = await executor
    .selectFrom('alarms')
    .select('subject')
    .where('kind', '=', kind)
    .where('clearedAt', 'is', null)
    .where('subject', '~', form)
    .execute();
  return rows.map(({ subject }) => subject);
}

/** A difference between two sides, in smallest units. */
export interface Difference {
  subject: string;
  /** What the ledger says. */
  ours: bigint;
  /** What the other side says. */
  theirs: bigint;
  /** The order whose payment differs: querying the acquirer for it again may repair it. */
  orderId?: string;
  /** The transfer whose returns differ: the bank can say which. */
  transferId?: string;
}

export function isSameDifference(left: Difference, right: Difference): boolean {
  return left.subject === right.subject && left.ours - left.theirs === right.ours - right.theirs;
}

/** Nothing when both sides agree. */
export function difference(subject: string, ours: bigint, theirs: bigint, orderId?: string): Difference[] {
  return ours === theirs ? [] : [{ subject, ours, theirs, ...(orderId !== undefined && { orderId }) }];
}
