import type { getDiscountConfig } from '@causeway/contract/calls/get-discount-config';
import type { AnswerOf } from '@causeway/contract/define-call';

type Config = AnswerOf<typeof getDiscountConfig>;

interface DiscountView {
  next: Config['conf'][number] | undefined;
  /** Whole percent of the way from the client's tier to the next, never 100 before it is reached. */
  progress: number;
  /** The fee without a discount, where the table says it. */
  fullFee: string | undefined;
}

/** What the page shows beside the answer itself. */
export function discountView({ conf, tierNumber, currentTier, nextLevel, total }: Config): DiscountView {
  const at = conf.findIndex(({ number }) => number === tierNumber);
  const from = Number(currentTier === '' ? 0 : currentTier);
  const distance = Number(nextLevel) - from;
  // A bar is a picture of the amounts, which are texts beside it.
  const share = nextLevel === '' || distance <= 0 ? 0 : Math.floor(((Number(total) - from) / distance) * 100);
  return {
    next: nextLevel === '' ? undefined : conf[at + 1],
    progress: Math.min(99, Math.max(0, share)),
    fullFee: conf.find(({ percent }) => percent === 0)?.fee,
  };
}
