import { isPositive } from './preorder.ts';

/** The whole of a balance as an amount that can be typed: cut down to the precision of its currency. Undefined when there is nothing. */
export function availableAmount(balance: string, precision: number): string | undefined {
  const [whole = '', decimals = ''] = balance.split('.');
  const kept = decimals.slice(0, precision);
  const amount = /[1-9]/.test(kept) ? `${whole}.${kept}` : whole;
  return isPositive(amount) ? amount : undefined;
}
