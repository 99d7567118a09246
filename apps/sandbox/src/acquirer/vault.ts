import { Refusal } from '../web/refusal.ts';
import type { Card } from './cards.ts';

export type KeptCard = Card & {
  token: string;
  /** A reusable token was requested by the payer; the others are valid for one charge or payout. */
  is_reusable: boolean;
  is_used: boolean;
};

/** Cards under their tokens. */
export class Vault {
  private cards = new Map<string, KeptCard>();
  private readonly newId: (prefix: string) => string;

  constructor(newId: (prefix: string) => string) {
    this.newId = newId;
  }

  keep(card: Card, isReusable: boolean): KeptCard {
    const token = this.newId(isReusable ? 'crd' : 'tok');
    const { number, brand, last4, first6, exp_month, exp_year, funding } = card;
    const kept = {
      token,
      number,
      brand,
      last4,
      first6,
      exp_month,
      exp_year,
      funding,
      is_reusable: isReusable,
      is_used: false,
    };
    this.cards.set(token, kept);
    return kept;
  }

  find(token: string): KeptCard {
    const card = this.cards.get(token);
    if (card === undefined) throw new Refusal(404, 'card_unknown', 'No such card token');
    return card;
  }

  /** The card for one charge or pay-out. */
  use(token: string): KeptCard {
    const card = this.find(token);
    if (card.is_used) throw new Refusal(409, 'card_token_used', 'This token was good for one use');
    card.is_used = !card.is_reusable;
    return card;
  }

  remove(token: string): void {
    this.find(token);
    this.cards.delete(token);
  }

  save(): KeptCard[] {
    return [...this.cards.values()];
  }

  restore(cards: KeptCard[]): void {
    this.cards = new Map(cards.map((card) => [card.token, card]));
  }

  clear(): void {
    this.cards.clear();
  }
}
