import type { Calculation } from '@causeway/contract/shapes/calculation';

/** Which free-fee banner shows (2.3-11, A-025). */
export function freeFeeBanner(
  calc: Pick<Calculation, 'canFreeFirst' | 'isServiceFree'> | undefined,
): 'first' | 'next' | undefined {
  if (calc?.canFreeFirst === 1) return 'first';
  return calc?.isServiceFree === 1 ? 'next' : undefined;
}
