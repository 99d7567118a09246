import { toCardType } from './card-types.ts';
import type { CardRow } from './store.ts';

/** Why a card cannot be used: `token` it is not there or not the client's, `type` it is of no type that is taken. */
export type CardFault = 'token' | 'expired' | 'type' | 'restricted';

/** What a card is to be used for, and by whom. */
export interface CardUse {
  clientId: string;
  /** Name of the acquirer that would charge it or pay to it. */
  acquirer: string;
  now: Date;
}

/** What speaks against using a card; `undefined` when nothing does. */
export function findCardFault(card: CardRow | undefined, { clientId, acquirer, now }: CardUse): CardFault | undefined {
  if (card === undefined || card.clientId !== clientId || card.deletedAt !== null) return 'token';
  if (card.acquirer !== acquirer) return 'token';
  if (card.isRestricted) return 'restricted';
  if (toCardType(card.brand) === undefined) return 'type';
  return isExpired(card, now) ? 'expired' : undefined;
}

/** A card is good to the end of its month, everywhere in the world. */
export function isExpired({ expYear, expMonth }: Pick<CardRow, 'expYear' | 'expMonth'>, now: Date): boolean {
  return now.getTime() >= Date.UTC(expYear, expMonth, 2);
}

/** The number as it may be shown, in fours: `4242 42** **** 4242`. */
export function maskCard({ first6, last4 }: Pick<CardRow, 'first6' | 'last4'>): string {
  const digits = `${first6.padEnd(6, '*')}******${last4.padStart(4, '*')}`;
  return digits.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
