import type { CurrencyGroup } from '@causeway/contract/shapes/site-config';

/** What a currency is called in the client's language; coins have one name everywhere. */
export function currencyName({ name, fullName, isCrypto }: CurrencyGroup, language: string): string {
  if (language === 'en' || isCrypto === 1 || !/^[A-Z]{3}$/.test(name)) return fullName;
  const known = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' }).of(name);
  return known ? known.charAt(0).toLocaleUpperCase(language) + known.slice(1) : fullName;
}
