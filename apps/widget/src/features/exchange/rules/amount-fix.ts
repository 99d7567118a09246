import type { Calculation } from '@causeway/contract/shapes/calculation';
import { isPositive } from './preorder.ts';

/** The bound that an amount has crossed and that one tap would put in its place. */
export function amountFix(
  code: string | undefined,
  calc: Pick<Calculation, 'payinMinAmount' | 'payinMaxAmount'> | undefined,
): { bound: 'min' | 'max'; amount: string } | undefined {
  const amount =
    code === 'AMOUNT_MIN' ? calc?.payinMinAmount : code === 'AMOUNT_MAX' ? calc?.payinMaxAmount : undefined;
  if (amount === undefined || !isPositive(amount)) return undefined;
  return { bound: code === 'AMOUNT_MIN' ? 'min' : 'max', amount };
}
