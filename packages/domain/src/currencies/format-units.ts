import { formatAmount } from '../money/format-amount.ts';
import { findCurrency } from './find-currency.ts';

/**
 * Writes smallest units of a currency as exact decimal text with all of its decimals, the form used on the wire.
 *
 * @param units smallest units; may be negative
 * @returns for example `formatUnits(25000n, 'EUR') === '250.00'`
 * @throws Error for a currency that is not in the list: with the decimals of another the text would be another amount
 */
export function formatUnits(units: bigint, code: string): string {
  const currency = findCurrency(code);
  if (currency === undefined) throw new Error(`The currency ${code} is not in the list.`);
  return formatAmount(units, currency.precision);
}
