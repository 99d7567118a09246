import type { BankAccount } from './payment-shape.ts';

const nameMax = 70;
const textMax = 140;

/**
 * The text of a credit transfer's QR code (European Payments Council, guideline 069-12, version 002), as banking apps
 * read it: they fill in the whole transfer. Undefined for a currency other than the euro, which the standard does not
 * have.
 */
export function bankQrText({ iban, bic, holder, reference, amount, currency }: BankAccount): string | undefined {
  if (currency !== 'EUR' || !/[1-9]/.test(amount)) return undefined;
  const lines = [
    'BCD',
    '002',
    // UTF-8
    '1',
    'SCT',
    bic,
    holder.slice(0, nameMax),
    iban.replaceAll(' ', ''),
    `EUR${amount}`,
    // No purpose code and no creditor reference: what identifies the order is free text.
    '',
    '',
    reference.slice(0, textMax),
  ];
  return lines.join('\n');
}
