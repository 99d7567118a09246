import type { Preorder } from '@causeway/contract/shapes/preorder';
import type { Partner } from './partner.ts';

/** Whether a preorder is a purchase from this merchant. */
export function isMerchantOrder(partner: Partner | undefined, { isMerchant }: Preorder): boolean {
  return isMerchant === true && partner?.isMerchant === true;
}

/** Whether the pay-out of a preorder goes to the partner, as a merchant's does unless it says otherwise. */
export function isToPartner(partner: Partner | undefined, preorder: Preorder): boolean {
  return partner !== undefined && (preorder.payToPartner ?? isMerchantOrder(partner, preorder));
}

/**
 * A preorder as it is priced: one that pays the partner goes to its balance, and a purchase from a merchant
 * with an amount is for exactly that amount, at a fixed price, whatever it costs the payer.
 */
export function asPurchase(partner: Partner | undefined, preorder: Preorder): Preorder {
  const isMerchant = isMerchantOrder(partner, preorder);
  const paid = isToPartner(partner, preorder) ? { ...preorder, payoutGroup: 'balance' } : preorder;
  const { purchaseAmount, purchaseCurrency = paid.payoutCurrency } = preorder;
  if (!isMerchant || purchaseAmount === undefined || !/[1-9]/.test(purchaseAmount)) return paid;
  return {
    ...paid,
    payoutCurrency: purchaseCurrency,
    payoutAmount: purchaseAmount,
    payinAmount: undefined,
    isPayoutCalc: true,
    isFloatingRate: false,
  };
}
