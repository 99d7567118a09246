/**
 * Writes smallest units as exact decimal text with all decimals of the currency, the form used on the wire.
 *
 * @param units smallest units; may be negative
 * @param precision decimal places of the currency
 * @returns for example `formatAmount(25000n, 2) === '250.00'`
 */
export function formatAmount(units: bigint, precision: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(precision + 1, '0');
  if (precision === 0) return sign + digits;
  return `${sign}${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}
