import { ibanLengths } from './iban-lengths.ts';

/** An IBAN in its usual form, without spaces and in capitals, or what is wrong with it. */
export type IbanReading =
  | { isValid: true; iban: string }
  | { isValid: false; reason: 'characters' | 'country' | 'length' | 'checksum' };

/**
 * Reads an IBAN as people write it: spaces and lower-case letters are allowed. Checks country, length of that country
 * and the check digits (ISO 13616); whether the account exists only its bank knows.
 */
export function readIban(text: string): IbanReading {
  const iban = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return { isValid: false, reason: 'characters' };
  const length = ibanLengths.get(iban.slice(0, 2));
  if (length === undefined) return { isValid: false, reason: 'country' };
  if (iban.length !== length) return { isValid: false, reason: 'length' };
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n ? { isValid: true, iban } : { isValid: false, reason: 'checksum' };
}
