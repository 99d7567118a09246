import { toUnixSeconds } from '@causeway/contract/fields/fields';
import type { getPriceHistory } from '@causeway/contract/calls/get-price-history';
import type { AnswerOf, RequestOf } from '@causeway/contract/define-call';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';

const hourMs = 3_600_000;
const hours = { day: 24, week: 7 * 24, month: 30 * 24, year: 365 * 24 } as const;
/** Digits of a price that say something, however small one unit is worth. */
const digits = 6;
const decimalsMost = 12;

type Request = RequestOf<typeof getPriceHistory>;
type Answer = Omit<AnswerOf<typeof getPriceHistory>, 'errors'>;

/** C-90: by the kept prices of both currencies at the moments at which both are known. */
export async function readPriceHistory(
  { recent, clock }: Pick<AppContext, 'recent' | 'clock'>,
  { base, quote, period }: Request,
): Promise<Answer> {
  const [own, other] = [assetOf(base), assetOf(quote)];
  const now = clock.now();
  const prices = await recent.read((db) => readPrices(db, { period, assets: [own, other], now }));
  const quoted = new Map(prices.filter(({ asset }) => asset === other).map(({ at, eur }) => [at.getTime(), eur]));
  const unit = powerOfTen(18);
  const points = (own === 'EUR' ? timesOf(prices) : prices.filter(({ asset }) => asset === own)).flatMap(
    ({ at, eur }) => {
      const per = other === 'EUR' ? unit : quoted.get(at.getTime());
      return per === undefined ? [] : [{ at, ratio: (eur * unit) / per }];
    },
  );
  return {
    success: 1,
    change: changeOf(points.map(({ ratio }) => ratio)),
    points: points.map(({ at, ratio }) => ({ at: toUnixSeconds(at), price: priceText(ratio) })),
  };
}

const assetOf = (code: string) => findCurrency(code)?.asset ?? code;

/** The euro has no price of its own: one for each moment of the others. */
const timesOf = (prices: readonly Price[]) => prices.map(({ at }) => ({ at, eur: powerOfTen(18) }));

const priceRow = z.object({ asset: z.string(), at: z.date(), eur: z.coerce.bigint() });
type Price = z.output<typeof priceRow>;

async function readPrices(
  db: Executor,
  { period, assets, now }: { period: Request['period']; assets: readonly string[]; now: Date },
): Promise<Price[]> {
  const from = new Date(now.getTime() - hours[period] * hourMs);
  const named = sql`asset = any(${[...assets]}::text[])`;
  const hourly = sql`select asset, hour as at, eur from hourly_prices where ${named} and hour between ${from} and ${now}`;
  const daily = sql`
    select asset, day::timestamp at time zone 'UTC' as at, eur from daily_prices
    where ${named} and day >= ${from.toISOString().slice(0, 10)}::date and day <= ${now.toISOString().slice(0, 10)}::date`;
  // A new installation has few samples of its own, and hours that its market has reported.
  const sampled = sql`
    select asset, sampled_at as at, eur from market_samples where ${named} and sampled_at between ${from} and ${now}
    union all select * from (${hourly}) past
    where not exists (select from market_samples own where own.asset = past.asset and own.sampled_at between ${from} and past.at)`;
  const { rows } = await sql`
    select asset, at, eur::text as eur from (${period === 'day' ? sampled : period === 'week' ? hourly : daily}) kept
    order by at
  `.execute(db);
  return rows.map((row) => priceRow.parse(row));
}

/** '-1.23': the last against the first, rounded towards zero. */
export function changeOf(ratios: readonly bigint[]): string {
  const [first, last] = [ratios[0], ratios.at(-1)];
  if (first === undefined || last === undefined || ratios.length < 2) return '';
  const hundredths = ((last - first) * 10_000n) / first;
  return `${hundredths < 0n ? '-' : ''}${formatAmount(hundredths < 0n ? -hundredths : hundredths, 2)}`;
}

/** A ratio of ten to the eighteenth as text, cut to the digits that say something and to two decimals at least. */
export function priceText(ratio: bigint): string {
  // '1' and its eighteen decimals have nineteen digits.
  const whole = String(ratio).length - 18;
  const decimals = Math.min(decimalsMost, Math.max(2, digits - whole));
  return formatAmount(ratio / powerOfTen(18 - decimals), decimals);
}
