/** 0 to 4: length counts most, then how many kinds of characters. Shown as a hint, never a rule. */
export function passwordStrength(password: string): number {
  if (password.length < 8) return password === '' ? 0 : 1;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const length = password.length >= 16 ? 3 : password.length >= 12 ? 2 : 1;
  return Math.min(4, Math.max(1, length + (kinds > 2 ? 1 : 0) + (new Set(password).size < 5 ? -2 : 0)));
}
