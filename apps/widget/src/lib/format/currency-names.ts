import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';

/** The name of a currency in the client's language; coins have one name in all languages. */
export function currencyName(
  code: string,
  entry: Pick<CurrencyConfigEntry, 'fullname' | 'isCrypto'> | undefined,
  language: string,
): string {
  const english = entry?.fullname ?? code;
  if (language === 'en' || entry?.isCrypto !== 0 || !/^[A-Z]{3}$/.test(code)) return english;
  const known = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' }).of(code);
  return known ? known.charAt(0).toLocaleUpperCase(language) + known.slice(1) : english;
}

/**
 * The plural of a currency: 'euros' of EUR, 'dólares estadounidenses' of USD in Spanish; the code where it is unknown.
 */
export function currencyPlural(code: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay: 'name' });
  return format.formatToParts(2).find((part) => part.type === 'currency')?.value ?? code;
}
