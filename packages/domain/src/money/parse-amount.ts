const pattern = /^(\d{1,30})(?:\.(\d{1,30}))?$/;

/**
 * Reads decimal text into whole smallest units. Strict on purpose: ASCII digits and one dot, no sign, no
 * exponent, no grouping, no more decimals than the currency has. Never rounds.
 *
 * @param text decimal text, for example `'250'` or `'0.00412560'`
 * @param precision decimal places of the currency
 * @returns smallest units, or `undefined` when the text is not such an amount
 */
export function parseAmount(text: string, precision: number): bigint | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > precision) return undefined;
  return BigInt(whole + fraction.padEnd(precision, '0'));
}
