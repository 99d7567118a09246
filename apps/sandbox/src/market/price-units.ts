const decimals = 12;
const one = 10n ** BigInt(decimals);

/** Prices inside the market are integers of 10^-12. */
export function toUnits(text: string): bigint | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text);
  return match === null ? undefined : BigInt((match[1] ?? '0') + (match[2] ?? '').padEnd(decimals, '0'));
}

/** How many decimals a price of this size is quoted with, so that at least six digits carry meaning. */
export function quotedDecimals(units: bigint): number {
  if (units >= 1000n * one) return 2;
  if (units >= one) return 4;
  return units >= one / 100n ? 6 : 8;
}

/** Decimal text with the given number of decimals, rounded down. */
export function toText(units: bigint, digits: number): string {
  const scaled = units / 10n ** BigInt(decimals - digits);
  const text = String(scaled).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The smallest step of a price with this many decimals. */
export function stepOf(digits: number): bigint {
  return 10n ** BigInt(decimals - digits);
}

export function multiply(left: bigint, right: bigint): bigint {
  return (left * right) / one;
}

export function divide(left: bigint, right: bigint): bigint {
  return (left * one) / right;
}
