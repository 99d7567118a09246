const decimalText = /^-?\d+(?:\.\d+)?$/;
const nonBreakingSpace = '\u00A0';
const minus = '\u2212';
const ellipsis = '…';

/** Longest amount shown in full; source: requirement 5-47. */
export const moneyLengthMax = 40;

export interface FormatMoneyOptions {
  /** Decimal places to show; 2 when left out (5-45). */
  precision?: number;
  /** `up` away from zero (the default, 5-45), `down` for balances and available amounts. */
  rounding?: 'up' | 'down';
  /** The decimal mark of the reader's language; a dot when left out. */
  mark?: string;
}

/**
 * The only function that formats an amount for a person: grouped by spaces, rounded up by default, whole values
 * without zeros at precision 2 or less, cut with an ellipsis past 40 characters. Its result never re-enters a
 * calculation.
 *
 * @param amount exact decimal text as the server sent it
 * @returns text to show; input that is not decimal text comes back unchanged
 */
export function formatMoney(amount: string, options: FormatMoneyOptions = {}): string {
  if (!decimalText.test(amount)) return amount;
  const { precision = 2, rounding = 'up', mark = '.' } = options;
  const negative = amount.startsWith('-');
  const rounded = round(negative ? amount.slice(1) : amount, precision, rounding === 'up');
  const [whole = '0', fraction = ''] = rounded.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, nonBreakingSpace);
  const hideZeros = precision <= 2 && /^0*$/.test(fraction);
  const text = (negative ? minus : '') + grouped + (hideZeros ? '' : mark + fraction);
  return text.length > moneyLengthMax ? text.slice(0, moneyLengthMax) + ellipsis : text;
}

function round(amount: string, precision: number, up: boolean): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const kept = fraction.slice(0, precision).padEnd(precision, '0');
  const isCut = /[1-9]/.test(fraction.slice(precision));
  const units = BigInt(whole + kept) + (up && isCut ? 1n : 0n);
  const digits = units.toString().padStart(precision + 1, '0');
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}
