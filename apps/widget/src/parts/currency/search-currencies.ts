import type { PickerCurrency, PickerGroup } from './picker-data.ts';

export interface CurrencyMatch {
  currency: PickerCurrency;
  /** Set when the query matched the network or method and not the currency's own names. */
  group?: PickerGroup;
}

/** Whether any option of a currency takes orders now. */
export function isChoosable({ groups }: PickerCurrency): boolean {
  return groups.some((group) => !group.isPaused);
}

/** Upper and lower case and accents do not matter in a search. */
export function plainText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function rank(currency: PickerCurrency, searched: string): number {
  const names = [currency.code, currency.fullName, currency.englishName ?? ''].map(plainText);
  if (names.includes(searched)) return 0;
  if (names.some((name) => name.startsWith(searched))) return 1;
  return names.some((name) => name.includes(searched)) ? 2 : 3;
}

function matchingGroup(currency: PickerCurrency, searched: string): PickerGroup | undefined {
  const matching = currency.groups.filter((group) =>
    [group.title, group.token, group.code].some((text) => text && plainText(text).includes(searched)),
  );
  return matching.find((group) => !group.isPaused) ?? matching[0];
}

/**
 * Currencies whose code, full name, network, method or token matches the query; own names first. An empty query keeps
 * all in their order.
 */
export function searchCurrencies(currencies: readonly PickerCurrency[], query: string): CurrencyMatch[] {
  const searched = plainText(query.trim());
  if (searched === '') return currencies.map((currency) => ({ currency }));
  const ranked = currencies.flatMap((currency) => {
    const own = rank(currency, searched);
    if (own < 3) return [{ own, match: { currency } }];
    const group = matchingGroup(currency, searched);
    return group ? [{ own, match: { currency, group } }] : [];
  });
  return ranked.toSorted((a, b) => a.own - b.own).map(({ match }) => match);
}
