const hidden = '[hidden]';

/** Parts of a text that identify a person, or give access to something: the first match is removed. */
const personal: readonly RegExp[] = [
  // Tokens: of access, refresh, biometrics, partners, cards, and whatever is long and random.
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\b(?:cwr|cwb|pk|sk|tok|whsec|ps)_[\w-]+/g,
  // E-mail addresses, also in URLs.
  /[^\s@:/?&=<>"']+(?:@|%40)[^\s@:/?&=<>"']+/gi,
  // Numbers of orders and clients, accounts at banks, and phones.
  /\bCW[0-9A-Z]{10,}\b/g,
  /\b[A-Z]{2}\d{2}(?: ?[0-9A-Z]{4}){3,8}(?: ?[0-9A-Z]{1,4})?\b/g,
  /\+\d[\d ()-]{6,}\d/g,
  // Addresses and transactions of every network, hashes, codes of six digits.
  /\b(?:bitcoincash:|0x)?[0-9a-zA-Z]{25,}\b/g,
  /\b\d{6}\b/g,
];

/** A text without what is personal in it. An address of a page keeps its path alone. */
export function scrubText(text: string): string {
  const withoutQueries = text
    .replace(/(https?:\/\/[^\s?#"']+)[?#][^\s"']*/g, '$1')
    .replace(/^(\/[^\s?#]*)[?#].*$/, '$1');
  return personal.reduce((rest, pattern) => rest.replace(pattern, hidden), withoutQueries);
}

/** The same for everything inside a value. Fields that identify a person are left out whole. */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 12) return hidden;
  if (Array.isArray(value)) return value.map((item) => scrub(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      /^(user|cookies?|authorization|x-authorization|query_string)$/i.test(name) && depth < 4
        ? []
        : [[name, scrub(item, depth + 1)]],
    ),
  );
}
