import type { CalculationDetails } from '@causeway/contract/shapes/calculation';

/** '1 BTC =' and '58 214.60 EUR'. */
export function rateOf(
  { rate, rateBase, rateQuote }: CalculationDetails,
  show: (amount: string, code: string) => string,
): { left: string; right: string } {
  return { left: `${show('1', rateBase).replace(/[.,]0+/, '')} =`, right: show(rate, rateQuote) };
}

/** Cookie that remembers the floating-rate choice for a year (4.5-12). */
export const rateCookie = '__Host-floating_rate';

interface RateSources {
  isToggleHidden: boolean;
  cookie: string | undefined;
  partner: boolean;
}

/**
 * Which rate a page starts with: the partner's where the toggle is hidden, else the cookie, else the partner's.
 */
export function isFirstRateFloating({ isToggleHidden, cookie, partner }: RateSources): boolean {
  if (isToggleHidden || cookie === undefined) return partner;
  return cookie === '1';
}
