import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';

interface Page {
  start: number;
  length: number;
}

/** Moments from and before which rows count; all where there are none. */
interface Range {
  from: Date | undefined;
  until: Date | undefined;
}

const totals = z.object({ first: z.coerce.number(), second: z.coerce.number(), week: z.coerce.bigint() });

/** Deals that still count by level, and what was earned since a moment, in cents of EUR. */
export async function readTotals(executor: Executor, clientId: string, since: Date): Promise<z.output<typeof totals>> {
  const newest = (where: RawBuilder<unknown>) => sql`
    select first_deals, second_deals, earned from referral_statement where client_id = ${clientId}::uuid and ${where}
    order by created_at desc, place desc limit 1`;
  const { rows } = await sql`
    select coalesce(latest.first_deals, 0) as first, coalesce(latest.second_deals, 0) as second,
      (coalesce(latest.earned, 0) - coalesce(before.earned, 0))::text as week
    from (select) one left join lateral (${newest(sql`true`)}) latest on true
      left join lateral (${newest(sql`created_at < ${since}`)}) before on true
  `.execute(executor);
  return totals.parse(rows[0]);
}

const statisticRow = z.object({
  date: z.string(),
  visits: z.coerce.number(),
  signups: z.coerce.number(),
  deals: z.coerce.number(),
  reward: z.coerce.bigint(),
});

/** What a client's link has brought, by day, the newest first; rewards in cents of EUR. */
export async function selectStatistics(
  executor: Executor,
  clientId: string,
  range: Range,
  { start, length }: Page,
): Promise<z.output<typeof statisticRow>[]> {
  const { rows } = await sql`
    select day::text as date, sum(visits) as visits, sum(signups) as signups, sum(deals) as deals,
      sum(reward)::text as reward
    from (${daysOf(clientId, range)}) counted
    group by day order by day desc limit ${length} offset ${start}
  `.execute(executor);
  return rows.map((row) => statisticRow.parse(row));
}

/** How many days have something. */
export async function countStatistics(executor: Executor, clientId: string, range: Range): Promise<number> {
  const days = sql`select distinct day from (${daysOf(clientId, range)}) counted`;
  const { rows } = await sql`select count(*) as count from (${days}) all_days`.execute(executor);
  return z.object({ count: z.coerce.number() }).parse(rows[0]).count;
}

/** A day has one row of each: what it costs to read depends on the days alone. */
function daysOf(clientId: string, { from, until }: Range): RawBuilder<unknown> {
  const inRange = sql`
    ${from === undefined ? sql`` : sql`and day >= (${from}::timestamptz at time zone 'UTC')::date`}
    ${until === undefined ? sql`` : sql`and day < (${until}::timestamptz at time zone 'UTC')::date`}`;
  return sql`
    select day, visits, 0 as signups, 0 as deals, 0::numeric as reward
      from referral_visits where client_id = ${clientId}::uuid ${inRange}
    union all select day, 0, signups, deals, reward from referral_days where client_id = ${clientId}::uuid ${inRange}`;
}

const rewardRow = z.object({
  createdAt: z.date(),
  niceId: z.string(),
  level: z.number(),
  dealAmount: z.coerce.bigint(),
  reward: z.coerce.bigint(),
});

/**
 * A page of a client's rewards, the newest first, in cents of EUR; what was taken back is below zero. Rows have places
 * without gaps, and times that never go backwards: a page is a range of places.
 */
export async function readRewards(
  executor: Executor,
  clientId: string,
  { from, until }: Range,
  { start, length }: Page,
): Promise<{ rows: z.output<typeof rewardRow>[]; total: number }> {
  const placeBefore = (moment: Date) => sql`coalesce((
    select place from referral_statement where client_id = ${clientId}::uuid and created_at < ${moment}
    order by created_at desc, place desc limit 1), 0)`;
  const listed = listedRows('rewards', clientId);
  const range = await sql`
    select ${from === undefined ? sql`0` : placeBefore(from)} as first,
      ${until === undefined ? listed : placeBefore(until)} as last
  `.execute(executor);
  const { first, last } = placesRow.parse(range.rows[0]);
  const { rows } = await sql`
    select created_at, nice_id, level, deal_amount::text as deal_amount, reward::text as reward from referral_statement
    where client_id = ${clientId}::uuid and place > ${Math.max(first, last - start - length)}::bigint
      and place <= ${last - start}::bigint
    order by place desc
  `.execute(executor);
  return { rows: rows.map((row) => rewardRow.parse(row)), total: Math.max(0, last - first) };
}

const placesRow = z.object({ first: z.coerce.number(), last: z.coerce.number() });

/** How many rows a list of a client has. */
function listedRows(list: 'rewards' | 'payouts', clientId: string): RawBuilder<unknown> {
  return sql`coalesce((select rows from list_counts where list = ${list} and owner = ${clientId}), 0)`;
}

const payoutRow = z.object({ createdAt: z.date(), niceId: z.string(), amount: z.coerce.bigint() });

/** A page of what a client was paid, the newest first, in cents of EUR. */
export async function readPayouts(
  executor: Executor,
  clientId: string,
  { start, length }: Page,
): Promise<{ rows: z.output<typeof payoutRow>[]; total: number }> {
  const counted = await sql`select 0 as first, ${listedRows('payouts', clientId)} as last`.execute(executor);
  const { last: total } = placesRow.parse(counted.rows[0]);
  const { rows } = await sql`
    select created_at, nice_id, amount::text as amount from referral_payouts
    where client_id = ${clientId}::uuid and place > ${total - start - length}::bigint and place <= ${total - start}::bigint
    order by place desc
  `.execute(executor);
  return { rows: rows.map((row) => payoutRow.parse(row)), total };
}
