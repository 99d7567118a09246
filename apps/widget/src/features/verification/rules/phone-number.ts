/**
 * The entered number in international form: a number with `+` has its own country, any other gets the chosen one's
 * code.
 */
export function toInternational(typed: string, phoneCode: string): string {
  const text = typed.trim();
  const digits = text.replaceAll(/\D/g, '');
  if (text.startsWith('+')) return `+${digits}`;
  return text.startsWith('00') ? `+${digits.slice(2)}` : `+${phoneCode}${digits.replace(/^0+/, '')}`;
}
