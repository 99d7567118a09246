const exceptions: readonly (readonly [name: string, wireName: string])[] = [
  ['isEU', 'is_eu'],
  ['gRecaptchaResponse', 'g-recaptcha-response'],
];

/** The product's names are few and repeat; the limit keeps made-up names from filling the memory. */
const rememberedMax = 2_000;
const nameLengthMax = 64;
const wireNames = new Map(exceptions);
const names = new Map(exceptions.map(([name, wireName]) => [wireName, name] as const));

/** camelCase to the snake_case of the wire; digits are not split: `aAddr1` is `a_addr1` (7-03, A-130). */
export function toSnakeCase(name: string): string {
  return (
    wireNames.get(name) ??
    remember(
      wireNames,
      name,
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
  );
}

/** snake_case of the wire to camelCase: `dst_address` is `dstAddress` (5-35). */
export function toCamelCase(name: string): string {
  return (
    names.get(name) ??
    remember(
      names,
      name,
      name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
    )
  );
}

function remember(known: Map<string, string>, name: string, converted: string): string {
  if (known.size < rememberedMax && name.length <= nameLengthMax) known.set(name, converted);
  return converted;
}
