import type { getBalanceHistory } from '@causeway/contract/calls/get-balance-history';
import type { AnswerOf, RequestOf } from '@causeway/contract/define-call';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { divideDown } from '@causeway/domain/money/divide';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import { sql } from 'kysely';
import { z } from 'zod';
import { type AppContext, dayMs } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readBalanceSettings } from '../balance/balance-settings.ts';

/** Days of a period, today included. */
const daysOf = { week: 7, month: 30, year: 365 } as const;
/** More points than this say nothing more on a screen. */
const pointsMost = 92;

type Prices = ReadonlyMap<string, readonly (bigint | undefined)[]>;

/** C-88: what the client had at the end of each day, at the prices of that day. */
export async function readValueHistory(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  clientId: string,
  period: RequestOf<typeof getBalanceHistory>['period'],
): Promise<AnswerOf<typeof getBalanceHistory>> {
  const { primaryCurrency: currency } = await readBalanceSettings(db, clientId);
  const today = Math.floor(clock.now().getTime() / dayMs);
  const path = await pathOf(db, clientId);
  const count = period === 'all' ? today - (await firstDay(db, path, today)) + 1 : daysOf[period];
  const step = Math.max(1, Math.ceil(count / pointsMost));
  // Counted back from today, which is always shown.
  const days = Array.from({ length: Math.ceil(count / step) }, (_, index) => toDay(today - index * step)).toReversed();
  const held = await readDayBalances(db, path, days);
  const codes = [...new Set([currency, ...held.map(({ currency: code }) => code)])];
  const prices = await readPrices(db, codes.map(assetOf), days);
  const points = days.map((day, index) => {
    const ofDay = held.filter((row) => row.day === day);
    const worth = valueOf(ofDay, { currency, index, prices });
    return { day, value: worth === undefined ? '' : formatUnits(worth, currency) };
  });
  return { success: 1, currency, points, errors: [] };
}

const heldRow = z.object({ day: z.string(), currency: z.string(), balance: z.coerce.bigint() });
type Held = z.output<typeof heldRow>;

/** In each currency the balance after the last movement of each day: one look into an index for each. */
async function readDayBalances(db: Executor, path: string, days: readonly string[]): Promise<Held[]> {
  const { rows } = await sql`
    with recursive currencies as (
      (select currency from balance_operations where path = ${path} order by currency limit 1)
      union all
      select (select currency from balance_operations where path = ${path} and currency > currencies.currency order by currency limit 1)
      from currencies where currency is not null
    )
    select days.day::text as day, currencies.currency, last.balance::text as balance
    from currencies cross join unnest(${[...days]}::date[]) as days (day) cross join lateral (
      select balance from balance_operations moved
      where moved.path = ${path} and moved.currency = currencies.currency
        and moved.created_at < (days.day + 1)::timestamp at time zone 'UTC'
      order by moved.created_at desc, moved.place desc limit 1
    ) last
    where currencies.currency is not null and last.balance > 0
  `.execute(db);
  return rows.map((row) => heldRow.parse(row));
}

const priceRow = z.object({ asset: z.string(), at: z.coerce.number(), eur: z.coerce.bigint() });

/** The price of each asset on each of the days, or the last one before it. */
async function readPrices(db: Executor, assets: readonly string[], days: readonly string[]): Promise<Prices> {
  const { rows } = await sql`
    select assets.asset, days.at, last.eur::text as eur
    from unnest(${[...new Set(assets)]}::text[]) as assets (asset)
      cross join unnest(${[...days]}::date[]) with ordinality as days (day, at)
      cross join lateral (
        select eur from daily_prices where daily_prices.asset = assets.asset and daily_prices.day <= days.day
        order by daily_prices.day desc limit 1
      ) last
  `.execute(db);
  const prices = new Map<string, (bigint | undefined)[]>([['EUR', days.map(() => powerOfTen(18))]]);
  for (const row of rows) {
    const { asset, at, eur } = priceRow.parse(row);
    const ofAsset = prices.get(asset) ?? days.map(() => undefined);
    ofAsset[at - 1] = eur;
    prices.set(asset, ofAsset);
  }
  return prices;
}

interface At {
  currency: string;
  index: number;
  prices: Prices;
}

/** Smallest units of the shown currency, rounded down; `undefined` without the price of a part. */
export function valueOf(held: readonly Held[], { currency, index, prices }: At): bigint | undefined {
  const shown = findCurrency(currency);
  const unit = prices.get(assetOf(currency))?.[index];
  if (shown === undefined || (unit === undefined && held.length > 0)) return undefined;
  let sum = 0n;
  for (const row of held) {
    const own = findCurrency(row.currency);
    const price = prices.get(assetOf(row.currency))?.[index];
    if (row.currency === currency) sum += row.balance;
    else if (own === undefined || price === undefined || unit === undefined) return undefined;
    else sum += divideDown(row.balance * price * powerOfTen(shown.precision), unit * powerOfTen(own.precision));
  }
  return sum;
}

const assetOf = (code: string) => findCurrency(code)?.asset ?? code;
const toDay = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10);

async function pathOf(db: Executor, clientId: string): Promise<string> {
  const row = await db
    .selectFrom('clients')
    .select('niceId')
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  return `client:${row.niceId}`;
}

async function firstDay(db: Executor, path: string, today: number): Promise<number> {
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at from balance_operations where path = ${path} order by place limit 1
  `.execute(db);
  const first = rows[0]?.createdAt.getTime();
  return first === undefined ? today : Math.floor(first / dayMs);
}
