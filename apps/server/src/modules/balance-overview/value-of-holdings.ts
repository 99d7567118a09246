import type { Currency } from '@causeway/domain/currencies/currency';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { divideDown } from '@causeway/domain/money/divide';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import type { Ratio } from '../rates/ratio.ts';

/** What a client has in one currency, in smallest units. */
export interface Holding {
  currency: Currency;
  amount: bigint;
  /** Kept back for orders. */
  hold: bigint;
}

/** What one whole `to` costs in whole `from`; `undefined` while the market has no fresh price. */
export type PriceSource = (from: string, to: string) => Ratio | undefined;

/** What an amount would bring at the market in smallest units of another currency, cut down. */
export function valueIn(to: string, from: Currency, amount: bigint, priceOf: PriceSource): bigint | undefined {
  const wanted = findCurrency(to);
  if (wanted === undefined) return undefined;
  if (from.code === to) return amount;
  const price = priceOf(from.asset, wanted.asset);
  if (price === undefined) return undefined;
  const worth = amount * price.denominator * powerOfTen(wanted.precision);
  return divideDown(worth, price.numerator * powerOfTen(from.precision));
}

/** One part of all holdings together, as text; empty where something that is there has no price. Points are no money and do not count. */
export function addUp(
  holdings: readonly Holding[],
  to: string,
  part: (holding: Holding) => bigint,
  priceOf: PriceSource,
): string {
  let sum = 0n;
  for (const holding of holdings) {
    const amount = part(holding);
    if (amount === 0n || holding.currency.asset === points) continue;
    const value = valueIn(to, holding.currency, amount, priceOf);
    if (value === undefined) return '';
    sum += value;
  }
  return formatAmount(sum, findCurrency(to)?.precision ?? 0);
}

const points = 'RWD';
