import type { SiteConfig } from '@causeway/contract/shapes/site-config';

/**
 * The exchange that a client enters before there is an order (3-15). Only the entered amount is kept; the other one
 * comes from the calculation.
 */
export interface Preorder {
  payinCurrency: string;
  payinGroup: string;
  payinAmount: string;
  payoutCurrency: string;
  payoutGroup: string;
  payoutAmount: string;
  /** The pay-out amount is the typed one (3-16). */
  isPayoutCalc: boolean;
  isFloatingRate: boolean;
  coupon: string;
  dstAddress: string;
  dstTag: string;
  memoId: string;
  memoType: string;
  memoValue: string;
}

export type Side = 'payin' | 'payout';

/** What a preorder says besides its amounts. */
export type Pair = Omit<Preorder, 'payinAmount' | 'payoutAmount'>;

export function pairOf({ payinAmount: _payin, payoutAmount: _payout, ...pair }: Preorder): Pair {
  return pair;
}

const noAddress = { dstAddress: '', dstTag: '', memoId: '', memoType: '', memoValue: '' };

/** Typing one amount clears the other (4.5-01). */
export function typeAmount(preorder: Preorder, side: Side, amount: string): Preorder {
  return side === 'payin'
    ? { ...preorder, payinAmount: amount, payoutAmount: '', isPayoutCalc: false }
    : { ...preorder, payinAmount: '', payoutAmount: amount, isPayoutCalc: true };
}

/**
 * A new currency has no address yet (4.5-08). Its typed amount would be another value: `worth`, what that was in the
 * other currency, counts as typed from now on.
 */
export function chooseCurrency(
  preorder: Preorder,
  side: Side,
  currency: string,
  group: string,
  worth: string = '',
): Preorder {
  const isPayin = side === 'payin';
  const chosen = isPayin
    ? { payinCurrency: currency, payinGroup: group }
    : { payoutCurrency: currency, payoutGroup: group };
  const isOther = currency !== (isPayin ? preorder.payinCurrency : preorder.payoutCurrency);
  const isWorthless = !isOther || preorder.isPayoutCalc === isPayin || !isPositive(worth);
  const kept = isWorthless ? preorder : typeAmount(preorder, isPayin ? 'payout' : 'payin', plain(worth));
  return { ...kept, ...noAddress, ...chosen };
}

/** Exchanges the sides; the typed amount follows its currency (4.5-03, 4.5-04, A-028). */
export function swapSides(preorder: Preorder, groups: { payinGroup: string; payoutGroup: string }): Preorder {
  return {
    ...preorder,
    ...noAddress,
    ...groups,
    payinCurrency: preorder.payoutCurrency,
    payoutCurrency: preorder.payinCurrency,
    payinAmount: preorder.payoutAmount,
    payoutAmount: preorder.payinAmount,
    isPayoutCalc: !preorder.isPayoutCalc,
  };
}

/** Whether an amount is written that is more than nothing. */
export function isPositive(amount: string): boolean {
  return /[1-9]/.test(amount);
}

/** 4.1-22: an amount on one side makes a preorder full. */
export function isFull(preorder: Preorder): boolean {
  return isPositive(preorder.payinAmount) || isPositive(preorder.payoutAmount);
}

/** The amount when it is one; empty for nothing and zero. */
export function positiveAmount(amount: string | undefined): string {
  return amount !== undefined && isPositive(amount) ? amount : '';
}

/** Whether two preorders are equal, or two pairs. */
export function isSamePreorder(left: Pair, right: Pair): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

type OpeningConfig = Pick<SiteConfig, 'default'> & {
  calc: { calc: Pick<SiteConfig['calc']['calc'], 'isFloatingRate'> };
};

/**
 * The preorder a page opens with (4.5-05, 4.5-06): the default's pay-in amount, or its payout amount when only that is
 * positive.
 */
export function initialPreorder(config: OpeningConfig): Preorder {
  const { payinAmount, payoutAmount, ...selection } = config.default;
  const isPayoutCalc = !isPositive(payinAmount) && isPositive(payoutAmount);
  return {
    payinCurrency: selection.payinCurrency,
    payinGroup: selection.payinGroup,
    payoutCurrency: selection.payoutCurrency,
    payoutGroup: selection.payoutGroup,
    payinAmount: isPayoutCalc ? '' : plain(payinAmount),
    payoutAmount: isPayoutCalc ? plain(payoutAmount) : '',
    isPayoutCalc,
    isFloatingRate: config.calc.calc.isFloatingRate === 1,
    coupon: '',
    dstAddress: '',
    dstTag: '',
    memoId: '',
    memoType: '',
    memoValue: '',
  };
}

// '250.00' is shown in an input as '250'; nothing else is removed.
function plain(amount: string): string {
  return isPositive(amount) ? amount.replace(/\.0*$/, '') : '';
}

/** What a price is asked with (C-04) and an order begins with (C-29). */
export type CalculationRequest = ReturnType<typeof calculationRequest>;

/** Options of the page that change an order's price. */
export interface PriceTerms {
  /** The page sells something (4.2). */
  isMerchant?: boolean;
  /** The pay-out goes to the partner. */
  payToPartner?: boolean | undefined;
}

/**
 * The priced part of a preorder as it travels: empty amounts as 0 (5-10), the coupon trimmed (5-12). A merchant's
 * purchase is the payout (7-09).
 */
export function calculationRequest(
  preorder: Preorder,
  partnerKey: string,
  { isMerchant, payToPartner }: PriceTerms = {},
) {
  const { payinCurrency, payinGroup, payoutCurrency, payoutGroup, isPayoutCalc, isFloatingRate } = preorder;
  return {
    payinCurrency,
    payinGroup,
    payinAmount: sent(preorder.payinAmount),
    payoutCurrency,
    payoutGroup,
    payoutAmount: sent(preorder.payoutAmount),
    isPayoutCalc,
    isFloatingRate,
    coupon: preorder.coupon.trim(),
    partnerKey,
    ...(isMerchant && { isMerchant, purchaseAmount: sent(preorder.payoutAmount), purchaseCurrency: payoutCurrency }),
    ...(payToPartner !== undefined && { payToPartner }),
  };
}

// '12.' and '.5' may be in the input while a person types; on the wire they are decimal text.
function sent(amount: string): string {
  const text = amount.startsWith('.') ? `0${amount}` : amount;
  return text.replace(/\.$/, '') || '0';
}
