import type { Pair } from './read-preorder.ts';

const balance = 'balance';

/**
 * What a pair is: an `exchange`, which has a price; a `transfer` into or out of the balance of the same currency
 * which is a deposit or a withdrawal; or the `same` thing on both sides. Fiat paid in to its own balance is
 * an exchange at one to one.
 */
export function modeOf({ payin, payout }: Pair): 'exchange' | 'transfer' | 'same' {
  const isIn = payout.group.code === balance;
  const isOut = payin.group.code === balance;
  if (payin.currency.balanceCurrency === payout.currency.balanceCurrency && isIn !== isOut)
    return isOut || payin.currency.isCrypto ? 'transfer' : 'exchange';
  return payin.currency.code === payout.currency.code ? 'same' : 'exchange';
}
