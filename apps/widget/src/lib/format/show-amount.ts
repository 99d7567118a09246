import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import { defaultCurrencyPrecision } from '@causeway/domain/currencies/currency';
import { shortName } from '@causeway/domain/currencies/short-name';
import { formatMoney } from '@causeway/domain/money/format-money';

/** Decimals of a currency, 8 where its entry has none (5-06, A-133). */
export function precisionOf(entry: CurrencyConfigEntry | undefined): number {
  const precision = Number.parseInt(entry?.precision ?? '', 10);
  return Number.isNaN(precision) ? defaultCurrencyPrecision : precision;
}

/** The short name of a currency, or its code when it is not known (3-08). */
export function nameOf(entry: CurrencyConfigEntry | undefined, code: string): string {
  return entry ? shortName({ name: entry.name, fullName: entry.fullname }) : code;
}

/** '250 EUR': an amount as the server sent it, with its currency. */
export function showAmount(
  amount: string,
  code: string,
  currencies: Readonly<Record<string, CurrencyConfigEntry>>,
): string {
  const entry = currencies[code];
  return `${formatMoney(amount, { precision: precisionOf(entry) })}\u00A0${nameOf(entry, code)}`;
}

/** '30 – 5 000 EUR' */
export function showRange(
  from: string,
  to: string,
  code: string,
  currencies: Readonly<Record<string, CurrencyConfigEntry>>,
): string {
  const start = formatMoney(from, { precision: precisionOf(currencies[code]) });
  return `${start} – ${showAmount(to, code, currencies)}`;
}
