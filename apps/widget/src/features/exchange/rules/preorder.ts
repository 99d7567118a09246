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

const noAddress = { dstAddress: '', dstTag: '', memoId: '', memoType: '', memoValue: '' };

/** Typing one amount clears the other (4.5-01). */
export function typeAmount(preorder: Preorder, side: Side, amount: string): Preorder {
  return side === 'payin'
    ? { ...preorder, payinAmount: amount, payoutAmount: '', isPayoutCalc: false }
    : { ...preorder, payinAmount: '', payoutAmount: amount, isPayoutCalc: true };
}

/** A new currency has no address yet (4.5-08). */
export function chooseCurrency(preorder: Preorder, side: Side, currency: string, group: string): Preorder {
  return side === 'payin'
    ? { ...preorder, ...noAddress, payinCurrency: currency, payinGroup: group }
    : { ...preorder, ...noAddress, payoutCurrency: currency, payoutGroup: group };
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

/** Whether two preorders are equal. */
export function isSamePreorder(left: Preorder, right: Preorder): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
