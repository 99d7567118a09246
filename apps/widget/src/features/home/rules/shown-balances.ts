import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import type { getBalance } from '@causeway/contract/calls/get-balance';
import type { AnswerOf } from '@causeway/contract/define-call';

export type Balance = AnswerOf<typeof getBalance>;

const isSomething = (amount: string) => /[1-9]/.test(amount);

/** One currency of the balance, as the home page lists it. */
export interface ShownBalance {
  code: string;
  entry: CurrencyConfigEntry | undefined;
  amount: string;
  /** Empty where nothing is held. */
  hold: string;
  /** What coins are worth in money, and other money in the primary currency; empty where it has no price. */
  worth: string;
  worthCurrency: string;
}

/** The currencies in which there is something: favourites first, then as the server has them. */
export function shownBalances({
  balances,
  currencyData,
  favoriteCurrencies,
  primaryCurrency,
  worthCurrency,
}: Balance): ShownBalance[] {
  const rank = (code: string) => {
    const place = favoriteCurrencies.indexOf(code);
    return place === -1 ? favoriteCurrencies.length : place;
  };
  return Object.entries(balances)
    .filter(([, { amount, holdAmount }]) => isSomething(amount) || isSomething(holdAmount))
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([code, { amount, holdAmount, primaryAmount, worth }]) => ({
      code,
      entry: currencyData[code],
      amount,
      hold: isSomething(holdAmount) ? holdAmount : '',
      ...(worth !== '' || currencyData[code]?.isCrypto === 1
        ? { worth, worthCurrency }
        : { worth: code === primaryCurrency ? '' : primaryAmount, worthCurrency: primaryCurrency }),
    }));
}

/** What is held of all currencies together; empty where nothing is. */
export function shownHold({ holdPrimaryBalance }: Balance): string {
  return isSomething(holdPrimaryBalance) ? holdPrimaryBalance : '';
}

/** The favourites with one more at their end, or without it. */
export function toggled(favorites: readonly string[], code: string): string[] {
  return favorites.includes(code) ? favorites.filter((other) => other !== code) : [...favorites, code];
}

/** The favourites with one of them in the place of another; as they were where either is none. */
export function movedTo(favorites: readonly string[], code: string, target: string): string[] {
  const place = favorites.indexOf(target);
  if (place === -1 || !favorites.includes(code)) return [...favorites];
  return favorites.filter((other) => other !== code).toSpliced(place, 0, code);
}
