import type { Preorder } from './preorder.ts';

/** What a price is asked with (C-04). Type alias, because requests are form values. */
export type CalculationRequest = {
  payinCurrency: string;
  payinGroup: string;
  payinAmount: string;
  payoutCurrency: string;
  payoutGroup: string;
  payoutAmount: string;
  isPayoutCalc: boolean;
  isFloatingRate: boolean;
  coupon: string;
  partnerKey: string;
};

/** Empty amounts travel as 0 (5-10); the coupon is trimmed (5-12). */
export function calculationRequest(preorder: Preorder, partnerKey: string): CalculationRequest {
  return {
    payinCurrency: preorder.payinCurrency,
    payinGroup: preorder.payinGroup,
    payinAmount: sent(preorder.payinAmount),
    payoutCurrency: preorder.payoutCurrency,
    payoutGroup: preorder.payoutGroup,
    payoutAmount: sent(preorder.payoutAmount),
    isPayoutCalc: preorder.isPayoutCalc,
    isFloatingRate: preorder.isFloatingRate,
    coupon: preorder.coupon.trim(),
    partnerKey,
  };
}

// '12.' and '.5' may stand in the input while somebody types; on the wire they are decimal text.
function sent(amount: string): string {
  const text = amount.startsWith('.') ? `0${amount}` : amount;
  return text.replace(/\.$/, '') || '0';
}
