import type { Preorder } from './preorder.ts';

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
