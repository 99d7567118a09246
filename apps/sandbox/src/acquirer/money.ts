const decimals: Record<string, number> = { JPY: 0, HUF: 2 };

/** Decimal text to minor units of a card currency, or undefined when it is not a positive exact amount. */
export function toMinor(text: string, currency: string): bigint | undefined {
  const digits = decimals[currency] ?? 2;
  const match = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text);
  if (match === null) return undefined;
  const fraction = match[2] ?? '';
  if (fraction.length > digits) return undefined;
  const units = BigInt((match[1] ?? '0') + fraction.padEnd(digits, '0'));
  return units > 0n ? units : undefined;
}

/** Minor units to decimal text with all decimals. */
export function fromMinor(units: bigint, currency: string): string {
  const digits = decimals[currency] ?? 2;
  if (digits === 0) return String(units);
  const text = String(units).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
