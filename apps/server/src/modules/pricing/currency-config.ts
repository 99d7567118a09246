import { toFlag } from '@causeway/contract/fields/fields';
import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import { currencyList } from '@causeway/domain/currencies/currency-list';

/** The built-in facts of every currency, by code (3-04). */
export const currencyConfig: Readonly<Record<string, CurrencyConfigEntry>> = Object.fromEntries(
  currencyList.map((currency) => [
    currency.code,
    {
      name: currency.name,
      fullname: currency.fullName,
      isCrypto: toFlag(currency.isCrypto),
      isVirtual: toFlag(currency.isVirtual),
      precision: String(currency.precision),
      token: currency.token,
      networkFullname: currency.networkFullName,
      color: currency.color,
      symbol: currency.symbol,
      balanceCurrency: currency.balanceCurrency,
    },
  ]),
);
