/** Types of card that are taken (5-32). */
export const cardTypes = ['visa', 'mastercard', 'maestro'] as const;

export type CardType = (typeof cardTypes)[number];

/** The type of a brand as an acquirer names it; `undefined` when it is not taken. */
export function toCardType(brand: string): CardType | undefined {
  return cardTypes.find((type) => type === brand.toLowerCase());
}
