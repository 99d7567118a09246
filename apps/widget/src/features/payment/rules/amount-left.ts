import { formatAmount } from '@causeway/domain/money/format-amount';
import { parseAmount } from '@causeway/domain/money/parse-amount';

/** What is still to be sent, in exact decimal text; never below zero. */
export function amountLeft(whole: string, received: string, precision: number): string {
  const units = parseAmount(whole, precision);
  if (units === undefined) return whole;
  const left = units - (parseAmount(received, precision) ?? 0n);
  return formatAmount(left > 0n ? left : 0n, precision);
}

/** Whether an amount is more than nothing. */
export function isSomething(amount: string): boolean {
  return /[1-9]/.test(amount);
}
