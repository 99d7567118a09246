const perCoin = 100_000_000n;

/** Satoshi to bitcoin as decimal text with eight decimals. */
export function toCoins(satoshi: bigint): string {
  const sign = satoshi < 0n ? '-' : '';
  const units = satoshi < 0n ? -satoshi : satoshi;
  return `${sign}${units / perCoin}.${String(units % perCoin).padStart(8, '0')}`;
}

/** Decimal text to satoshi, or undefined when it is not a positive amount of at most eight decimals. */
export function toSatoshi(text: string): bigint | undefined {
  const match = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(text);
  if (match === null) return undefined;
  const units = BigInt((match[1] ?? '0') + (match[2] ?? '').padEnd(8, '0'));
  return units > 0n ? units : undefined;
}
