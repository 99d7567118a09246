import { brandOf } from './cards.ts';

/** A card as the firm knows it. The number never leaves the firm. */
export type Card = {
  number: string;
  brand: string;
  last4: string;
  first6: string;
  exp_month: number;
  exp_year: number;
  funding: 'credit' | 'debit' | 'prepaid';
};

export function cardOf(number: string, expiry: { month: number; year: number }): Card {
  return {
    number,
    brand: brandOf(number),
    last4: number.slice(-4),
    first6: number.slice(0, 6),
    exp_month: expiry.month,
    exp_year: expiry.year,
    funding: brandOf(number) === 'maestro' ? 'debit' : 'credit',
  };
}

/** The card that a control call pays with when nobody has typed one. */
export const anyCard = cardOf('4242424242424242', { month: 12, year: 2034 });
