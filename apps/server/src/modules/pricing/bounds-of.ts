import type { Pair } from './read-preorder.ts';
import { leastPayin, type PriceTerms } from './rules.ts';

/** Least and most pay-in of a pair, in smallest units. */
export interface Bounds {
  min: bigint;
  max: bigint;
}

/**
 * What may be paid in: the limits of the pay-in method, narrowed so that the pay-out stays within its own.
 * `undefined` when nothing fits both.
 */
export function boundsOf(pair: Pair, terms: PriceTerms): Bounds | undefined {
  const leastForPayout = leastPayin(terms, pair.payout.minAmount === 0n ? 1n : pair.payout.minAmount);
  const tooMuch = leastPayin(terms, pair.payout.maxAmount + 1n);
  if (leastForPayout === undefined || tooMuch === undefined) return undefined;
  const min = leastForPayout > pair.payin.minAmount ? leastForPayout : pair.payin.minAmount;
  const max = tooMuch <= pair.payin.maxAmount ? tooMuch - 1n : pair.payin.maxAmount;
  return min > max ? undefined : { min, max };
}
