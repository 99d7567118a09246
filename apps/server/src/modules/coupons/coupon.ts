import type { CouponResult } from '@causeway/contract/shapes/calculation';
import type { Language } from '@causeway/domain/languages/languages';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { Texts } from '../../context.ts';
import type { RefusalItem } from '../../errors.ts';

/** A coupon as an operator has set it. */
export interface Coupon {
  /** In upper case, as it is compared. */
  code: string;
  /** Part of the service fee that is not charged. */
  percentOff: number;
  startsAt: Date;
  endsAt: Date | null;
  /** All clients together; `null` for no limit. */
  usesMax: number | null;
  clientUsesMax: number;
  /** Least pay-in at the market, in cents of EUR. */
  payinMinEur: bigint;
  isActive: boolean;
}

/** An entered coupon in the form it is compared in. */
export function normalCode(text: string): string {
  return text.trim().toUpperCase();
}

/** Verdict on a coupon; only an `active` one changes the price. */
type CouponVerdict = 'active' | 'unknown' | 'early' | 'expired' | 'used' | 'minimum';

/** The facts that a coupon is checked against. */
export interface CouponUse {
  now: Date;
  /** Orders that hold it, of all clients. */
  uses: number;
  /** Of them, the caller's own; 0 for a visitor. */
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

interface JudgedCoupon {
  /** As it was typed. */
  typed: string;
  coupon: Coupon | undefined;
  verdict: CouponVerdict;
  /** It is valid, but a better benefit applies. */
  isBeaten: boolean;
}

/** A coupon in the form of the wire, with exactly one of error, warning and info (3-21, A-099). */
export function toCouponResult(texts: Texts, language: Language, judged: JudgedCoupon): CouponResult {
  const { typed, coupon, verdict, isBeaten } = judged;
  const result: CouponResult = { code: typed, info: '', error: '', warning: '', active: 0 };
  const say = (name: string, values = {}) => texts.say(language, `tpl:coupon:${name}`, values);
  if (coupon === undefined || verdict === 'unknown' || verdict === 'early') return { ...result, error: say('unknown') };
  if (verdict === 'expired' || verdict === 'used') return { ...result, error: say(verdict) };
  if (verdict === 'minimum')
    return { ...result, warning: say('minimum', { amount: formatAmount(coupon.payinMinEur, 2).replace(/\.00$/, '') }) };
  if (isBeaten) return { ...result, warning: say('beaten') };
  const { percentOff } = coupon;
  return { ...result, info: say(percentOff === 100 ? 'free' : 'active', { percent: percentOff }), active: 1 };
}

/** Why an order with such a coupon is refused; nothing where it is made without the coupon, or with it. */
export function refusalOf(verdict: CouponVerdict): RefusalItem | undefined {
  if (verdict === 'unknown' || verdict === 'early') return { code: 'COUPON_UNKNOWN', field: 'coupon' };
  if (verdict === 'expired') return { code: 'COUPON_EXPIRED', field: 'coupon' };
  return verdict === 'used' ? { code: 'COUPON_USED', field: 'coupon' } : undefined;
}
