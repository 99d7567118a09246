import { z } from 'zod';
import { hasValidCheckDigit } from './cards.ts';

export type CardFields = { number: string; expiry: string; cvc: string; name: string };
export type CardFaults = Partial<Record<keyof CardFields, string>>;

const text = z.string().max(100).catch('');
const form = z.object({ number: text, expiry: text, cvc: text, name: text });

/** Reads the posted card form; `faults` names what a person has to correct. */
export function readCardForm(
  body: unknown,
  now = new Date(),
): { fields: CardFields; digits: string; faults: CardFaults } {
  const fields = form.catch({ number: '', expiry: '', cvc: '', name: '' }).parse(body);
  const digits = fields.number.replaceAll(/[\s-]/g, '');
  const faults: CardFaults = {};
  if (digits === '') faults.number = 'Enter the card number.';
  else if (!hasValidCheckDigit(digits)) faults.number = 'This card number is not right. Check the digits.';
  const expiryFault = checkExpiry(fields.expiry, now);
  if (expiryFault !== undefined) faults.expiry = expiryFault;
  if (!/^\d{3,4}$/.test(fields.cvc.trim())) faults.cvc = 'Enter the 3 or 4 digits of the security code.';
  if (fields.name.trim().length < 2) faults.name = 'Enter the name as it stands on the card.';
  return { fields, digits, faults };
}

function checkExpiry(value: string, now: Date): string | undefined {
  const match = /^(0?[1-9]|1[0-2])\s*[/\-. ]?\s*(?:20)?(\d{2})$/.exec(value.trim());
  if (match === null) return 'Enter the expiry date as month and year, like 04 / 30.';
  const endOfMonth = new Date(Date.UTC(2000 + Number(match[2]), Number(match[1]), 1));
  return endOfMonth <= now ? 'This date has passed. Use a card that is still valid.' : undefined;
}
