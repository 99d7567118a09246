import type { QuoteRecord } from '../pricing/quote-record.ts';

/** How many levels above a client earn. */
export const levels = [1, 2] as const;
export type Level = (typeof levels)[number];

/** What one level earns of an order. */
export interface Reward {
  /** Cents of EUR. */
  amount: bigint;
  /** What pays for it: a part of the service fee, in the smallest units of its currency. */
  feeAmount: bigint;
}

/**
 * The part of an order's service fee that is a reward, rounded down twice: all levels together never take more than the
 * fee, and nothing is given that no fee pays for.
 *
 * @param percent of the fee, 0 to 100
 */
export function rewardOf(
  {
    payinCurrency,
    payinAmount,
    payinAmountEur,
    serviceFee,
  }: Pick<QuoteRecord, 'payinCurrency' | 'payinAmount' | 'payinAmountEur' | 'serviceFee'>,
  percent: number,
): Reward {
  const feeAmount = (serviceFee * BigInt(percent)) / 100n;
  if (payinCurrency === 'EUR') return { amount: feeAmount, feeAmount };
  const amount = payinAmount === 0n ? 0n : (feeAmount * payinAmountEur) / payinAmount;
  return amount === 0n ? { amount: 0n, feeAmount: 0n } : { amount, feeAmount };
}
