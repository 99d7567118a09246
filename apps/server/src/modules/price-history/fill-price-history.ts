import { sql } from 'kysely';
import { type AppContext, dayMs } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { PastPrice } from '../../providers/market/port.ts';
import { readPrice } from '../rates/market-snapshot.ts';

const hourMs = 3_600_000;
/** What charts need, in whole hours and days before now. */
const needed = { hour: 7 * 24, day: 365 } as const;
const lengthOf = { hour: hourMs, day: dayMs } as const;

type Every = keyof typeof needed;

/**
 * Asks the market for hours and days that this installation has not seen itself: those before its beginning, and those
 * in which it did not run. They are only shown; no price is judged or made by them, and what was seen stays.
 */
export async function fillPriceHistory(context: AppContext): Promise<void> {
  const { db, clock, log, rates } = context;
  const { market } = context.providers;
  if (market.getHistory === undefined) return;
  const assets = [...rates.readGuard().accepted.keys()].filter((asset) => asset !== 'EUR');
  const now = clock.now();
  for (const every of ['hour', 'day'] as const) {
    if (!(await hasGap(db, { every, assets, now }))) continue;
    try {
      await keepPast(db, { every, now, past: await market.getHistory(every) });
    } catch (error) {
      // Nothing but a chart lacks it, and the next hour asks again.
      log.warn('the market has no past prices', { provider: 'market', error });
      return;
    }
  }
}

async function hasGap(
  db: Executor,
  { every, assets, now }: { every: Every; assets: readonly string[]; now: Date },
): Promise<boolean> {
  const from = new Date(startOf(every, now) - needed[every] * lengthOf[every]);
  const kept =
    every === 'hour'
      ? sql`select count(*) from hourly_prices where asset = named.asset and hour >= ${from}`
      : sql`select count(*) from daily_prices where asset = named.asset and day >= ${from.toISOString().slice(0, 10)}::date`;
  const { rows } = await sql`
    select from unnest(${[...assets]}::text[]) as named (asset) where (${kept}) < ${needed[every]} limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Whole hours and days alone: the present one has prices of our own. */
async function keepPast(
  db: Executor,
  { every, now, past }: { every: Every; now: Date; past: readonly PastPrice[] },
): Promise<void> {
  const end = startOf(every, now);
  const from = end - needed[every] * lengthOf[every];
  const rows = past.flatMap(({ asset, at, eur }) => {
    const price = readPrice(eur);
    const start = startOf(every, at);
    return price === undefined || price === 0n || asset === 'EUR' || start < from || start >= end
      ? []
      : [{ asset, at: new Date(start), eur: price }];
  });
  const columns = sql`
    select distinct on (asset, at) asset, at, eur from unnest(${rows.map(({ asset }) => asset)}::text[],
      ${rows.map(({ at }) => at)}::timestamptz[], ${rows.map(({ eur }) => eur)}::numeric[]) as past (asset, at, eur)`;
  if (every === 'hour')
    await sql`insert into hourly_prices (asset, hour, eur) ${columns} on conflict do nothing`.execute(db);
  else
    await sql`
      insert into daily_prices (asset, day, eur)
      select asset, (at at time zone 'UTC')::date, eur from (${columns}) past on conflict do nothing
    `.execute(db);
}

const startOf = (every: Every, at: Date) => Math.floor(at.getTime() / lengthOf[every]) * lengthOf[every];
