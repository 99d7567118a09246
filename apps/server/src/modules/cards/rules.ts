import type { CardRow } from './store.ts';
import { Refusal } from '../../errors.ts';

/**
 * Why a card cannot be used: `token` it does not exist or is another client's, `type` its type is not accepted,
 * `unproven` its owner has not proven to want payouts there.
 */
type CardFault = 'token' | 'expired' | 'type' | 'restricted' | 'unproven';

/** The use of a card, and its client. */
interface CardUse {
  /** `null`: a merchant's payer, who is not signed in. */
  clientId: string | null;
  /** Name of the acquirer that would charge it or pay to it. */
  acquirer: string;
  now: Date;
}

/** The reason against using a card; `undefined` when there is none. */
export function findCardFault(card: CardRow | undefined, { clientId, acquirer, now }: CardUse): CardFault | undefined {
  if (card === undefined || card.clientId !== clientId || card.deletedAt !== null) return 'token';
  if (card.acquirer !== acquirer) return 'token';
  if (card.isRestricted) return 'restricted';
  if (toCardType(card.brand) === undefined) return 'type';
  return isExpired(card, now) ? 'expired' : undefined;
}

/** A card is valid to the end of its month, everywhere in the world. */
export function isExpired({ expYear, expMonth }: Pick<CardRow, 'expYear' | 'expMonth'>, now: Date): boolean {
  return now.getTime() >= Date.UTC(expYear, expMonth, 2);
}

/** As its owner knows it: `Visa ···· 4242`. */
export function nameOfCard({ brand, last4 }: Pick<CardRow, 'brand' | 'last4'>): string {
  return `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)} ···· ${last4}`;
}

/** The number as it may be shown, in fours: `4242 42·· ···· 4242`. */
export function maskCard({ first6, last4 }: Pick<CardRow, 'first6' | 'last4'>): string {
  const digits = `${first6.padEnd(6, '·')}······${last4.padStart(4, '·')}`;
  return digits.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** Accepted types of card (5-32). */
const cardTypes = ['visa', 'mastercard', 'maestro'] as const;

type CardType = (typeof cardTypes)[number];

/** The type of a brand as an acquirer names it; `undefined` when it is not accepted. */
export function toCardType(brand: string): CardType | undefined {
  return cardTypes.find((type) => type === brand.toLowerCase());
}

/**
 * The card, when it may be used.
 *
 * @throws Refusal CARD_RESTRICTED, or CARD_INVALID with the reason, on the field
 */
export function requireUsableCard(card: CardRow | undefined, use: CardUse, field: string): CardRow {
  const fault = findCardFault(card, use);
  if (fault === 'restricted') throw new Refusal({ code: 'CARD_RESTRICTED', field });
  if (fault !== undefined || card === undefined)
    throw new Refusal({ code: 'CARD_INVALID', field, values: { reason: fault ?? 'token' } });
  return card;
}

/** The acquirer that sends money to cards. */
export const payoutAcquirer = 'card_one';
