import type { CouponResult } from '@causeway/contract/shapes/calculation';
import type { Language } from '@causeway/domain/languages/languages';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { Texts } from '../../context.ts';
import type { RefusalItem } from '../../errors.ts';
import type { Coupon } from './coupon.ts';
import type { CouponVerdict } from './judge-coupon.ts';

export interface JudgedCoupon {
  /** As it was typed. */
  typed: string;
  coupon: Coupon | undefined;
  verdict: CouponVerdict;
  /** It would do, but something better is there. */
  isBeaten: boolean;
}

/** A coupon as the wire tells it: exactly one of error, warning and info is said (3-21, A-099). */
export function tellCoupon(texts: Texts, language: Language, judged: JudgedCoupon): CouponResult {
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
