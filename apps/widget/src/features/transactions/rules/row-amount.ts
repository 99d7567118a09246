import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import { formatMoney } from '@causeway/domain/money/format-money';
import { nameOf, precisionOf } from '../../../lib/format/show-amount.ts';

/** Decimals for which a row has room; the order's page has all of them. */
const decimalsMax = 8;

/** '0.19512804 ETH': an amount in a row, cut rather than rounded where it is longer. */
export function rowAmount(amount: string, code: string, entry: CurrencyConfigEntry | undefined): string {
  const precision = Math.min(decimalsMax, precisionOf(entry));
  return `${formatMoney(amount, { precision, rounding: 'down' })}\u00A0${nameOf(entry, code)}`;
}
