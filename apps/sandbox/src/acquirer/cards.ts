import type { PaymentCard } from './payment.ts';

const brands: readonly [brand: string, pattern: RegExp][] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|2[2-7])/],
  ['amex', /^3[47]/],
  ['diners', /^3[068]/],
  ['discover', /^(6011|64[4-9]|65)/],
  ['maestro', /^(50|5[6-9]|6)/],
];

/** A card as the provider stores it. The number never leaves the provider. */
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

/** The card that a control call pays with when none was entered. */
export const anyCard = cardOf('4242424242424242', { month: 12, year: 2034 });

/** What the issuing bank answers to a card. */
type CardOutcome =
  | 'approved'
  | 'challenge'
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'restricted_card'
  | 'later';

export const testCards: readonly { number: string; outcome: CardOutcome; label: string }[] = [
  { number: '4242424242424242', outcome: 'approved', label: 'Pays at once' },
  { number: '5555555555554444', outcome: 'approved', label: 'Mastercard, pays at once' },
  { number: '6759649826438453', outcome: 'approved', label: 'Maestro, pays at once' },
  { number: '4000000000003220', outcome: 'challenge', label: '3-D Secure question' },
  { number: '4000000000000077', outcome: 'later', label: 'Pays 5 seconds later' },
  { number: '4000000000000002', outcome: 'declined', label: 'Declined by the bank' },
  { number: '4000000000009995', outcome: 'insufficient_funds', label: 'Not enough money' },
  { number: '4000000000000069', outcome: 'expired_card', label: 'Expired card' },
  { number: '4000000000009979', outcome: 'restricted_card', label: 'Stolen, may not be used' },
];

/** Any other number that passes its check digit is declined, as a real test mode does. */
export function outcomeOf(number: string): CardOutcome {
  return testCards.find((card) => card.number === number)?.outcome ?? 'declined';
}

export function brandOf(number: string): string {
  return brands.find(([, pattern]) => pattern.test(number))?.[0] ?? 'card';
}

/** What the shop's contract with the acquirer allows. */
export function isAcceptedBrand(brand: string): boolean {
  return brand === 'visa' || brand === 'mastercard' || brand === 'maestro';
}

/** The Luhn check that every card number carries. */
export function hasValidCheckDigit(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export const declineTexts: Record<string, string> = {
  declined: 'Your bank declined this card. Try another card.',
  insufficient_funds: 'There is not enough money on this card. Try another card.',
  expired_card: 'This card has expired. Try another card.',
  restricted_card: 'This card may not be used. Try another card.',
  authentication_failed: 'Your bank did not confirm that it was you. Try again or use another card.',
};

/** What a payment shows of the card that paid it. */
export function toPaymentCard({ brand, last4, first6, exp_month, exp_year, funding }: Card): PaymentCard {
  return { brand, last4, first6, exp_month, exp_year, funding, token: null };
}
