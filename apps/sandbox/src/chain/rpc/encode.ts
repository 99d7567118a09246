import { toCoins } from '../coins.ts';

const mark = '\u0001';

/** JSON with every bigint written as a bitcoin amount with eight decimals, as Bitcoin Core writes numbers. */
export function encodeRpc(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? mark + toCoins(part) : part));
  return text.replaceAll(/"\\u0001(-?[0-9.]+)"/g, '$1');
}
