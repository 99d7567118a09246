import type { SavedCard } from '@causeway/contract/shapes/saved-card';

/** '4242 42·· ···· 4242 · 04/29', and why a card cannot be chosen. */
export function cardFacts(
  { expMonth, expYear, isRestricted, isDestination }: SavedCard,
  now: Date,
  direction: 'payin' | 'payout',
): {
  expires: string;
  obstacle: 'restricted' | 'expired' | 'unproven' | undefined;
} {
  const expires = `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;
  // A card is valid to the end of its month.
  const isExpired = new Date(expYear, expMonth, 1) <= now;
  if (isRestricted === 1) return { expires, obstacle: 'restricted' };
  if (isExpired) return { expires, obstacle: 'expired' };
  return { expires, obstacle: direction === 'payout' && isDestination === 0 ? 'unproven' : undefined };
}

/** The name of a card's brand. */
export function brandName(cardType: string): string {
  return cardType.slice(0, 1).toUpperCase() + cardType.slice(1);
}
