import type { Currency } from './currency.ts';
import { currencyList } from './currency-list.ts';

const byCode = new Map(currencyList.map((currency) => [currency.code, currency]));

/** The currency with this exact code, or `undefined` when the product does not know it. */
export function findCurrency(code: string): Currency | undefined {
  return byCode.get(code);
}
