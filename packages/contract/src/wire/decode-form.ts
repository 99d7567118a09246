import { toCamelCase } from './names.ts';

/** Most fields that one request may carry. */
export const formFieldsMax = 100;

/** Fields by name, a list where the name was sent as one. */
export type FormFields = Record<string, string | string[]>;

/** Names that were sent twice, in both spellings or past the limit, in wire form. */
export class FormError extends Error {
  override readonly name = 'FormError';
  readonly field: string;
  readonly fault: 'many' | 'twice';
  constructor(field: string, fault: 'many' | 'twice', message: string) {
    super(message);
    this.field = field;
    this.fault = fault;
  }
}

/**
 * Reads a query or form body into camelCase names with text values; `name[]` gives a list. A name sent twice,
 * or once in each spelling, is refused, because it is not clear which one counts.
 *
 * @throws FormError naming the field
 */
export function decodeForm(text: string): FormFields {
  const result: FormFields = {};
  let count = 0;
  const add = (key: string, value: string) => {
    count += 1;
    if (count > formFieldsMax) throw new FormError('', 'many', `More than ${formFieldsMax} fields were sent.`);
    if (key.endsWith('[]')) appendItem(result, toCamelCase(key.slice(0, -2)), key, value);
    else setOnce(result, toCamelCase(key), key, value);
  };
  // Most queries have nothing escaped: those are split directly, the others use the standard parser.
  if (/[%+?]/.test(text)) for (const [key, value] of new URLSearchParams(text)) add(key, value);
  else cutApart(text, add);
  return result;
}

function cutApart(text: string, add: (key: string, value: string) => void): void {
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('&', start);
    const end = next < 0 ? text.length : next;
    const equals = text.indexOf('=', start);
    if (equals >= 0 && equals < end) add(text.slice(start, equals), text.slice(equals + 1, end));
    else if (end > start) add(text.slice(start, end), '');
    start = end + 1;
  }
}

function appendItem(result: FormFields, name: string, key: string, value: string): void {
  const list = Object.hasOwn(result, name) ? result[name] : undefined;
  if (list === undefined) define(result, name, [value]);
  else if (Array.isArray(list)) list.push(value);
  else throw new FormError(key, 'twice', `The field ${key} was sent as a list and as one value.`);
}

function setOnce(result: FormFields, name: string, key: string, value: string): void {
  if (Object.hasOwn(result, name)) throw new FormError(key, 'twice', `The field ${key} was sent more than once.`);
  define(result, name, value);
}

function define(result: FormFields, name: string, value: string | string[]): void {
  // A field may have any name. Assigning to this one would set the prototype.
  if (name === '__proto__')
    Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
  else result[name] = value;
}
