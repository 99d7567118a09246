/** Whether a merchant's order can be made with this e-mail (4.1-23, 5-11): presence and plain form, the server decides the rest. */
export function isClientEmail(email: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(email.trim());
}
