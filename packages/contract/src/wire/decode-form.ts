import { toCamelCase } from './names.ts';

/** Most fields that one request may carry. */
export const formFieldsMax = 100;

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
export function decodeForm(text: string): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = Object.create(null);
  let count = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > formFieldsMax) throw new FormError('', `More than ${formFieldsMax} fields were sent.`);
    if (key.endsWith('[]')) appendItem(result, toCamelCase(key.slice(0, -2)), key, value);
    else setOnce(result, toCamelCase(key), key, value);
  }
  return result;
}

function appendItem(result: Record<string, string | string[]>, name: string, key: string, value: string): void {
  const list = result[name];
  if (list === undefined) result[name] = [value];
  else if (Array.isArray(list)) list.push(value);
  else throw new FormError(key, `The field ${key} was sent as a list and as one value.`);
}

function setOnce(result: Record<string, string | string[]>, name: string, key: string, value: string): void {
  if (name in result) throw new FormError(key, `The field ${key} was sent more than once.`);
  result[name] = value;
}
