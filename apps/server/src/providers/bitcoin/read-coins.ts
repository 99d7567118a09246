const shape = /^(\d{1,8})(?:\.(\d{1,8}))?(?:[eE](-?\d{1,2}))?$/;

/** An amount of a Bitcoin Core answer, written as a JSON number, in satoshi. No floating point is on the way. */
export function readCoins(text: string): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] = shape.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const places = 8 - fraction.length + Number(exponent);
  const digits = BigInt(whole + fraction);
  if (places >= 0) return digits * 10n ** BigInt(places);
  const divisor = 10n ** BigInt(-places);
  return digits % divisor === 0n ? digits / divisor : undefined;
}

/** Marks the numbers of a JSON text that stand for coins as text, so that reading them loses nothing. */
export function quoteCoins(json: string): string {
  return json.replaceAll(/("(?:amount|value|total_amount|feerate)"\s*:\s*)(-?[0-9][0-9.eE+-]*)/g, '$1"$2"');
}
