import type { Coupon } from './coupon.ts';

/** What a coupon comes to; only an `active` one changes the price. */
export type CouponVerdict = 'active' | 'unknown' | 'early' | 'expired' | 'used' | 'minimum';

/** What a coupon is held against. */
export interface CouponUse {
  now: Date;
  /** Orders that stand with it, of everybody. */
  uses: number;
  /** Of them, the reader's own; 0 for a visitor. */
  clientUses: number;
  /** Cents of the pay-in; `undefined` while no amount is known. */
  payinEur: bigint | undefined;
}

/** Judges a coupon for one preorder. */
export function judgeCoupon(coupon: Coupon | undefined, use: CouponUse): CouponVerdict {
  if (coupon === undefined || !coupon.isActive) return 'unknown';
  if (use.now < coupon.startsAt) return 'early';
  if (coupon.endsAt !== null && use.now >= coupon.endsAt) return 'expired';
  if (use.clientUses >= coupon.clientUsesMax) return 'used';
  if (coupon.usesMax !== null && use.uses >= coupon.usesMax) return 'used';
  return use.payinEur !== undefined && use.payinEur < coupon.payinMinEur ? 'minimum' : 'active';
}
