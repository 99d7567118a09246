import type { Currency } from '@causeway/domain/currencies/currency';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { divideDown } from '@causeway/domain/money/divide';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import type { Ratio } from '../rates/cross-price.ts';

/** Below the primary currency totals are in bitcoin, or in euro where bitcoin is the primary one. */
export const secondaryOf = (primary: string) => (primary === 'BTC' ? 'EUR' : 'BTC');

/** Points are neither coins nor money. */
export const isCoins = (currency: Currency | undefined) => currency?.isCrypto === true && !currency.isVirtual;

/** Where the worth of coins is shown: in the first of both that is money of a state. */
export function worthCurrencyOf(primary: string): string {
  return findCurrency(primary)?.isCrypto === false ? primary : secondaryOf(primary);
}

/** What one whole `to` costs in whole `from`; `undefined` while the market has no fresh price. */
export type PriceSource = (from: string, to: string) => Ratio | undefined;

/** What an amount would bring at the market in smallest units of another currency, rounded down. */
export function valueIn(to: string, from: Currency, amount: bigint, priceOf: PriceSource): bigint | undefined {
  const wanted = findCurrency(to);
  if (wanted === undefined) return undefined;
  if (from.code === to) return amount;
  const price = priceOf(from.asset, wanted.asset);
  if (price === undefined) return undefined;
  const worth = amount * price.denominator * powerOfTen(wanted.precision);
  return divideDown(worth, price.numerator * powerOfTen(from.precision));
}

/** What coins are worth at the market now, as text; empty for other money, or without a price. */
export function worthNow(to: string, from: Currency, amount: bigint, priceOf: PriceSource): string {
  const value = isCoins(from) ? valueIn(to, from, amount, priceOf) : undefined;
  return value === undefined ? '' : formatUnits(value, to);
}

/** Coins that came or went. */
interface Moved {
  currency: string;
  amount: bigint;
  createdAt: Date;
}

const priceRow = z.object({ asset: z.string(), day: z.string(), eur: z.coerce.bigint() });

/**
 * What each amount of coins was worth on its day, as text: what happened is not worth more or less by today's market.
 * One statement for all of them; empty for other money, or without a price of that day.
 */
export async function worthThen(db: Executor, to: string, moved: readonly Moved[]): Promise<string[]> {
  const rows = moved.map((row) => ({ ...row, from: findCurrency(row.currency), day: dayOf(row.createdAt) }));
  const shown = findCurrency(to);
  const coins = rows.filter(({ from }) => isCoins(from));
  if (shown === undefined || coins.length === 0) return moved.map(() => '');
  const wanted = [
    ...new Set(coins.flatMap(({ from, day }) => [`${day} ${from?.asset ?? ''}`, `${day} ${shown.asset}`])),
  ];
  const { rows: found } = await sql`
    select asset, day::text as day, eur::text as eur from daily_prices
    where (day, asset) in (
      select split_part(wanted, ' ', 1)::date, split_part(wanted, ' ', 2) from unnest(${wanted}::text[]) as asked (wanted)
    )
  `.execute(db);
  const prices = new Map(
    found.map((row) => priceRow.parse(row)).map(({ asset, day, eur }) => [`${day} ${asset}`, eur]),
  );
  return rows.map(({ from, amount, day }) => {
    if (from === undefined || !isCoins(from)) return '';
    const price = prices.get(`${day} ${from.asset}`);
    const unit = shown.asset === 'EUR' ? powerOfTen(18) : prices.get(`${day} ${shown.asset}`);
    if (price === undefined || unit === undefined || unit === 0n) return '';
    const units = amount < 0n ? -amount : amount;
    const value = divideDown(units * price * powerOfTen(shown.precision), unit * powerOfTen(from.precision));
    return formatUnits(value, to);
  });
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
