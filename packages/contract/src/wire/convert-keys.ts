import { toCamelCase, toSnakeCase } from './names.ts';

/** JSON as it travels. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Maps whose keys are data and stay as they are while their values are converted. */
export const dataMaps: ReadonlySet<string> = new Set(['currencyConfig', 'features', 'tokenize']);
/** Values left unchanged: their keys are not the product's own. */
export const opaque: ReadonlySet<string> = new Set(['localeKeys', 'productDetails', 'paytrust']);

type Rename = (name: string) => string;

/** An answer in the product's names to the names of the wire. */
export function toWireNames(value: Json): Json {
  return convert(value, toSnakeCase, (name) => name);
}

/** An answer in the names of the wire to the product's names. */
export function fromWireNames(value: Json): Json {
  return convert(value, toCamelCase, toCamelCase);
}

function convert(value: Json, rename: Rename, camel: Rename): Json {
  if (Array.isArray(value)) return value.map((item: Json) => convert(item, rename, camel));
  if (value === null || typeof value !== 'object') return value;
  const result: Record<string, Json | undefined> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const name = camel(key);
    define(
      result,
      rename(key),
      opaque.has(name) ? item : dataMaps.has(name) ? convertValues(item, rename, camel) : convert(item, rename, camel),
    );
  }
  return result;
}

function convertValues(value: Json, rename: Rename, camel: Rename): Json {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return convert(value, rename, camel);
  const result: Record<string, Json | undefined> = {};
  for (const [key, item] of Object.entries(value))
    if (item !== undefined) define(result, key, convert(item, rename, camel));
  return result;
}

function define(target: Record<string, Json | undefined>, key: string, value: Json): void {
  // Assigning to this name would set the prototype; defining every name would cost a hundred times more.
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}
