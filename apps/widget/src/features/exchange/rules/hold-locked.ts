import type { Preorder } from './preorder.ts';

/** What an amount is typed with: with one amount fixed, so is the side. */
const amounts = ['payinAmount', 'payoutAmount', 'isPayoutCalc'];

/** Puts what a partner has locked back to what the page began with. The server holds an order to it anyway. */
export function holdLocked(first: Preorder, locked: readonly string[]): (preorder: Preorder) => Preorder {
  // The coupon is not there when the page begins; who fills it in holds it.
  const names = locked.some((name) => amounts.includes(name)) ? [...locked, ...amounts] : locked;
  const fixed = Object.fromEntries(Object.entries(first).filter(([name]) => name !== 'coupon' && names.includes(name)));
  return (preorder) => ({ ...preorder, ...fixed });
}
