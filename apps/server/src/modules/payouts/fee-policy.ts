/** Blocks within which a pay-out should be in the chain. */
export const targetBlocks = 6;

/** Satoshi per virtual byte: the least that nodes pass on, the most we pay, and what we pay when the node cannot tell. */
const floor = 1n;
const ceiling = 300n;
const fallback = 10n;

/** The fee rate of a pay-out from the node's estimate. */
export function chooseFeeRate(estimate: bigint | undefined): bigint {
  const rate = estimate ?? fallback;
  if (rate < floor) return floor;
  return rate > ceiling ? ceiling : rate;
}
