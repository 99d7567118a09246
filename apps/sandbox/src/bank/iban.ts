/** An IBAN of a country around its account number, with its check digits. */
export function makeIban(country: string, account: string): string {
  const remainder = remainderOf(`${account}${country}00`);
  return `${country}${String(98 - remainder).padStart(2, '0')}${account}`;
}

/** Whether the check digits of an IBAN are right. */
export function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && remainderOf(text.slice(4) + text.slice(0, 4)) === 1;
}

/** An IBAN as people write it, in the form that banks store. */
export function tidyIban(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

function remainderOf(text: string): number {
  const digits = text.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return Number(BigInt(digits) % 97n);
}
