/** Longest short name shown; source: requirement 9-24. */
export const shortNameLengthMax = 10;

/** A short name over 10 characters is replaced by the full name (3-08, A-142). */
export function shortName(currency: { name: string; fullName: string }): string {
  return currency.name.length > shortNameLengthMax ? currency.fullName : currency.name;
}
