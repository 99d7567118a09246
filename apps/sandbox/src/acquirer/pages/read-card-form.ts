import { z } from 'zod';
import { brandOf, hasValidCheckDigit, isAcceptedBrand } from '../cards.ts';

export type CardFields = { number: string; expiry: string; cvc: string; name: string };
export type Expiry = { month: number; year: number };
export type CardFaults = Partial<Record<keyof CardFields, string>>;

const text = z.string().max(100).catch('');
const form = z.object({ number: text, expiry: text, cvc: text, name: text });

/** Reads the posted card form; `faults` names the fields to correct. */
export function readCardForm(
  body: unknown,
  now = new Date(),
): { fields: CardFields; digits: string; expiry: Expiry | undefined; faults: CardFaults } {
  const fields = form.catch({ number: '', expiry: '', cvc: '', name: '' }).parse(body);
  const digits = fields.number.replaceAll(/[\s-]/g, '');
  const faults: CardFaults = {};
  if (digits === '') faults.number = 'Enter the card number.';
  else if (!hasValidCheckDigit(digits)) faults.number = 'This card number is not right. Check the digits.';
  else if (!isAcceptedBrand(brandOf(digits))) faults.number = 'This shop takes Visa, Mastercard and Maestro.';
  const expiry = readExpiry(fields.expiry);
  if (expiry === undefined) faults.expiry = 'Enter the expiry date as month and year, like 04 / 30.';
  else if (isOver(expiry, now)) faults.expiry = 'This date has passed. Use a card that is still valid.';
  if (!/^\d{3,4}$/.test(fields.cvc.trim())) faults.cvc = 'Enter the 3 or 4 digits of the security code.';
  if (fields.name.trim().length < 2) faults.name = 'Enter the name as it stands on the card.';
  return { fields, digits, expiry, faults };
}

/** Reads what the frame posts, without a name: the shop asks for it. */
export function readFrameFields(
  fields: Omit<CardFields, 'name'>,
  now = new Date(),
): { digits: string; expiry: Expiry } | { faults: CardFaults } {
  const { digits, expiry, faults } = readCardForm({ ...fields, name: 'asked by the shop' }, now);
  return expiry === undefined || Object.keys(faults).length > 0 ? { faults } : { digits, expiry };
}

function readExpiry(value: string): Expiry | undefined {
  const match = /^(0?[1-9]|1[0-2])\s*[/\-. ]?\s*(?:20)?(\d{2})$/.exec(value.trim());
  return match === null ? undefined : { month: Number(match[1]), year: 2000 + Number(match[2]) };
}

function isOver({ year, month }: Expiry, now: Date): boolean {
  return new Date(Date.UTC(year, month, 1)) <= now;
}
