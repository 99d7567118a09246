/** What several of a currency are called: 'euros' of EUR, 'dólares estadounidenses' of USD in Spanish; the code where nobody knows. */
export function currencyPlural(code: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay: 'name' });
  return format.formatToParts(2).find((part) => part.type === 'currency')?.value ?? code;
}
