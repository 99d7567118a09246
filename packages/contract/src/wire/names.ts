const toWire: Readonly<Record<string, string>> = { isEU: 'is_eu', gRecaptchaResponse: 'g-recaptcha-response' };
const fromWire: Readonly<Record<string, string>> = { is_eu: 'isEU', 'g-recaptcha-response': 'gRecaptchaResponse' };

/** camelCase to the snake_case of the wire; digits are not split: `aAddr1` is `a_addr1` (7-03, A-130). */
export function toSnakeCase(name: string): string {
  return toWire[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** snake_case of the wire to camelCase: `dst_address` is `dstAddress` (5-35). */
export function toCamelCase(name: string): string {
  return fromWire[name] ?? name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
