/** Whether a text has the form of an e-mail address; the server decides the rest. */
export function isPlainEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text.trim());
}
