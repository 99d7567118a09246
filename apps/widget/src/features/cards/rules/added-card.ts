import type { SavedCard } from '@causeway/contract/shapes/saved-card';
import type { FrameCard } from '../../../parts/card-frame/card-frame-message.ts';

const brands = ['visa', 'mastercard', 'maestro'] as const;
/** The year of a card whose acquirer reports no expiry. */
const farYear = 2099;

/** A card of the frame as the list shows it; it is kept for this order only. */
export function addedCard({ token, brand, last4, expMonth, expYear }: FrameCard): SavedCard {
  return {
    token,
    name: '',
    provider: 'card_one',
    cardNumber: `···· ···· ···· ${last4}`,
    binType: '',
    cardType: brands.find((known) => known === brand) ?? 'visa',
    expMonth: expMonth || 12,
    expYear: expYear || farYear,
    isRestricted: 0,
    isDestination: 1,
  };
}
