import { toCamelCase } from './names.ts';

/** Most fields that one request may carry. */
export const formFieldsMax = 100;

/** Fields by name, a list where the name was sent as one. */
export type FormFields = Record<string, string | string[]>;

/** Names that were sent twice, in both spellings or past the limit, in wire form. */
export class FormError extends Error {
  override readonly name = 'FormError';
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * Reads a query or form body into camelCase names with text values; `name[]` gives a list. A name sent twice,
 * or once in each spelling, is refused: nobody should have to guess which one counts.
 *
 * @throws FormError naming the field
 */
export function decodeForm(text: string): FormFields {
  // A field may be named anything, __proto__ included: a map holds it without harm.
  const result = new Map<string, string | string[]>();
  let count = 0;
  for (const [key, value] of readPairs(text)) {
    count += 1;
    if (count > formFieldsMax) throw new FormError('', `More than ${formFieldsMax} fields were sent.`);
    if (key.endsWith('[]')) appendItem(result, toCamelCase(key.slice(0, -2)), key, value);
    else setOnce(result, toCamelCase(key), key, value);
  }
  return Object.fromEntries(result);
}

/** Most queries hold nothing that is escaped: those are cut apart, the others read by the book. */
function readPairs(text: string): Iterable<readonly [string, string]> {
  if (/[%+?]/.test(text)) return new URLSearchParams(text);
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const end = pair.indexOf('=');
      return end < 0 ? ([pair, ''] as const) : ([pair.slice(0, end), pair.slice(end + 1)] as const);
    });
}

function appendItem(result: Map<string, string | string[]>, name: string, key: string, value: string): void {
  const list = result.get(name);
  if (list === undefined) result.set(name, [value]);
  else if (Array.isArray(list)) list.push(value);
  else throw new FormError(key, `The field ${key} was sent as a list and as one value.`);
}

function setOnce(result: Map<string, string | string[]>, name: string, key: string, value: string): void {
  if (result.has(name)) throw new FormError(key, `The field ${key} was sent more than once.`);
  result.set(name, value);
}
