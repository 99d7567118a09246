import type { CalculationDetails } from '@causeway/contract/shapes/calculation';

/** '1 BTC =' and '58 214.60 EUR'. */
export function rateOf(
  { rate, rateBase, rateQuote }: CalculationDetails,
  show: (amount: string, code: string) => string,
): { left: string; right: string } {
  return { left: `${show('1', rateBase).replace(/[.]0+/, '')} =`, right: show(rate, rateQuote) };
}
