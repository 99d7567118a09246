/** Why a client pays less of the service fee. */
export type BenefitSource = 'first_order' | 'next_order' | 'coupon' | 'vip' | 'tier';

/** What lowers the service fee of one price. */
export interface Benefit {
  source: BenefitSource;
  /** Part of the service fee that falls away, 1 to 100. */
  percentOff: number;
  /** The coupon, or the discount's name. */
  code: string;
}

/** What a client is entitled to beside coupons. */
export interface Entitlements {
  /** Discounts of the client: `vip` replaces `tier`. Filled by whoever grants them. */
  discounts: readonly Benefit[];
  /** The next order is free of the service fee. */
  isNextFree: boolean;
  /** No order of the client stands, finished or under way. */
  isNew: boolean;
}

/** The best of several benefits; of equals the first, so that nothing is used up in vain. */
export function bestBenefit(benefits: readonly Benefit[]): Benefit | undefined {
  let best: Benefit | undefined;
  for (const benefit of benefits) if (benefit.percentOff > (best?.percentOff ?? 0)) best = benefit;
  return best;
}
