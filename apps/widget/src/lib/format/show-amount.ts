import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import { defaultCurrencyPrecision } from '@causeway/domain/currencies/currency';
import { shortName } from '@causeway/domain/currencies/short-name';
import { formatMoney } from '@causeway/domain/money/format-money';
import type { Translate } from '../i18n/texts.ts';

/** Decimals that a person reads; the chain of ether has 18. */
export const shownDecimals = 8;

/** Decimals of a currency, 8 where its entry has none (5-06, A-133). */
export function precisionOf(entry: CurrencyConfigEntry | undefined): number {
  const precision = Number.parseInt(entry?.precision ?? '', 10);
  return Number.isNaN(precision) ? defaultCurrencyPrecision : precision;
}

/** The short name of a currency, or its code when it is not known (3-08). */
export function nameOf(entry: CurrencyConfigEntry | undefined, code: string): string {
  return entry ? shortName({ name: entry.name, fullName: entry.fullname }) : code;
}

/** '0.00412560', in Spanish '0,00412560': decimals past those that a person reads are cut, not rounded up. */
export function showFigure(
  amount: string,
  entry: CurrencyConfigEntry | undefined,
  t: Translate,
  rounding: 'up' | 'down' = 'down',
): string {
  const precision = Math.min(shownDecimals, precisionOf(entry));
  return formatMoney(amount, { precision, rounding, mark: t('tpl:common:decimal_mark') });
}

/** '250 EUR': an amount as the server sent it, with its currency. */
export function showAmount(
  amount: string,
  code: string,
  currencies: Readonly<Record<string, CurrencyConfigEntry>>,
  t: Translate,
  rounding?: 'up' | 'down',
): string {
  const entry = currencies[code];
  return `${showFigure(amount, entry, t, rounding)}\u00A0${nameOf(entry, code)}`;
}

/** '30 – 5 000 EUR' */
export function showRange(
  from: string,
  to: string,
  code: string,
  currencies: Readonly<Record<string, CurrencyConfigEntry>>,
  t: Translate,
): string {
  return `${showFigure(from, currencies[code], t, 'up')} – ${showAmount(to, code, currencies, t)}`;
}

/** '1.5%', in Spanish '1,5 %', of decimal text. */
export function showPercent(percent: string, t: Translate): string {
  return t('tpl:common:percent', { number: percent.replace('.', t('tpl:common:decimal_mark')) });
}

/** An exact amount as a person types it: without the zeros at its end. */
export function typedAmount(amount: string): string {
  return amount.replace(/\.0*$/, '').replace(/(\.\d\d\d*?)0+$/, '$1');
}
