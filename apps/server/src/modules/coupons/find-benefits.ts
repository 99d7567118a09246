import type { CouponResult } from '@causeway/contract/shapes/calculation';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext, Reader } from '../../context.ts';
import type { RefusalItem } from '../../errors.ts';
import { bestBenefit, type Benefit, type Entitlements } from './benefit.ts';
import { normalCode } from './coupon.ts';
import { findCoupon } from './find-coupon.ts';
import { judgeCoupon } from './judge-coupon.ts';
import { readEntitlements } from './read-entitlements.ts';
import { countUses } from './store.ts';
import { refusalOf, tellCoupon } from './tell-coupon.ts';

/** What lowers the service fee of a price, and what is said of it. */
export interface FoundBenefits {
  best: Benefit | undefined;
  coupons: CouponResult[];
  /** Why an order with this coupon is refused. */
  refusedCoupon: RefusalItem | undefined;
  canFreeFirst: boolean;
  isNextFree: boolean;
}

export interface BenefitQuestion {
  reader: Reader;
  language: Language;
  coupon: string | undefined;
  /** Cents of the pay-in; `undefined` while no amount is known. */
  payinEur: bigint | undefined;
  /** The house gives the first order free of the service fee. */
  isFirstFree: boolean;
}

/** Nothing is known of a visitor, who may well be new. */
const visitor: Entitlements = { discounts: [], isNextFree: false, isNew: true };

/** What a visitor without a coupon is given; no query is needed for it. */
export function visitorBenefits(isFirstFree: boolean): FoundBenefits {
  return isFirstFree ? newcomer : nothing;
}

const nothing: FoundBenefits = {
  best: undefined,
  coupons: [],
  refusedCoupon: undefined,
  canFreeFirst: false,
  isNextFree: false,
};
const newcomer: FoundBenefits = {
  ...nothing,
  best: { source: 'first_order', percentOff: 100, code: '' },
  canFreeFirst: true,
};

/**
 * The best of everything that lowers the service fee: free first order, free next order, the client's discount, the
 * coupon. They are not added up. A visitor without a coupon costs no query.
 */
export async function findBenefits(
  context: Pick<AppContext, 'db' | 'clock' | 'texts'>,
  question: BenefitQuestion,
): Promise<FoundBenefits> {
  const { reader } = question;
  const now = context.clock.now();
  const { discounts, isNextFree, isNew } =
    reader.kind === 'client' ? await readEntitlements(context.db, reader.clientId, now) : visitor;
  const canFreeFirst = question.isFirstFree && isNew;
  const owned: Benefit[] = [
    ...(canFreeFirst ? [{ source: 'first_order', percentOff: 100, code: '' } as const] : []),
    ...discounts.filter(({ percentOff }) => percentOff === 100),
    ...(isNextFree ? [{ source: 'next_order', percentOff: 100, code: '' } as const] : []),
    ...discounts,
  ];
  const others = { canFreeFirst, isNextFree };
  const typed = question.coupon?.trim() ?? '';
  if (typed === '') return { best: bestBenefit(owned), coupons: [], refusedCoupon: undefined, ...others };
  const code = normalCode(typed);
  const { coupon, uses } = await findCoupon(context, code);
  const clientUses =
    coupon === undefined || reader.kind === 'visitor' ? 0 : await countUses(context.db, code, reader.clientId);
  const verdict = judgeCoupon(coupon, { now, uses, clientUses, payinEur: question.payinEur });
  const offered: Benefit[] =
    coupon !== undefined && verdict === 'active' ? [{ source: 'coupon', percentOff: coupon.percentOff, code }] : [];
  const best = bestBenefit([...owned, ...offered]);
  const isBeaten = verdict === 'active' && best?.source !== 'coupon';
  return {
    best,
    coupons: [tellCoupon(context.texts, question.language, { typed, coupon, verdict, isBeaten })],
    refusedCoupon: refusalOf(verdict),
    ...others,
  };
}
