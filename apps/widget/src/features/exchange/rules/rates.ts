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
