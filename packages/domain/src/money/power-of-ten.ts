const rememberedMax = 40;
const remembered = Array.from({ length: rememberedMax }, (_, exponent) => 10n ** BigInt(exponent));

/**
 * Ten to a whole `exponent` of at least 0, exactly: smallest units in a whole one of a currency with so many decimals.
 */
export function powerOfTen(exponent: number): bigint {
  return remembered[exponent] ?? 10n ** BigInt(exponent);
}
