/** Longest name that the payment call takes. */
export const holderNameMax = 120;

/** The name on a card as it is sent: trimmed and upper-cased (5-14). */
export function holderName(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLocaleUpperCase('en').slice(0, holderNameMax);
}
