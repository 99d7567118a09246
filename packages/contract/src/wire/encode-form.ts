import { toWireNames, type Json } from './convert-keys.ts';
import { toSnakeCase } from './names.ts';

/** What a call may send: text, flags, lists and objects; money is text. */
export type FormValues = Readonly<Record<string, Json | undefined>>;

/**
 * The form encoding of A-130: snake_case names, booleans as 1/0, lists as repeated `name[]`, objects as JSON
 * text, empty values left out. Amounts that must travel when empty are sent as `'0'` by their caller (5-10).
 */
export function encodeForm(values: FormValues): URLSearchParams {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) append(form, toSnakeCase(key), value);
  return form;
}

function append(form: URLSearchParams, name: string, value: Json | undefined): void {
  if (value === undefined || value === null || value === '') return;
  if (isList(value)) for (const item of value) form.append(`${name}[]`, scalar(item));
  else form.append(name, scalar(value));
}

function scalar(value: Json): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? JSON.stringify(toWireNames(value)) : String(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
