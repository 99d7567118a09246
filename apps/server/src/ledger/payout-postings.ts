import { paths } from './paths.ts';
import type { Posting } from './entry.ts';

/**
 * What a provider has paid out for an order: the order gives what it has for it. Where the provider paid another
 * amount, as one from before a restore that the books have lost, the operator bears or keeps the difference.
 */
export function payoutPostings(
  niceId: string,
  to: string,
  { planned, paid, currency }: { planned: bigint; paid: bigint; currency: string },
): Posting[] {
  const order = paths.order(niceId);
  const given = paid < planned ? paid : planned;
  const postings: Posting[] = [
    { from: order, to, amount: given, currency },
    { from: order, to: paths.treasury, amount: planned - given, currency },
    { from: paths.treasury, to, amount: paid - given, currency },
  ];
  return postings.filter(({ amount }) => amount > 0n);
}
