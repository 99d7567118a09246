/**
 * The plural of a currency: 'euros' of EUR, 'dólares estadounidenses' of USD in Spanish; the code where it is unknown.
 */
export function currencyPlural(code: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay: 'name' });
  return format.formatToParts(2).find((part) => part.type === 'currency')?.value ?? code;
}
