import { z } from 'zod';
import { dataMaps, opaque, type Json } from './convert-keys.ts';
import { toSnakeCase } from './names.ts';
import { quote, writeWire } from './write-wire.ts';

type Write = (value: Json) => string;

interface Field {
  key: string;
  /** The name on the wire as it is written before the first value of an object, and before a later one. */
  first: string;
  later: string;
  write: Write;
}

/**
 * A writer for the answers of one schema: names are converted once, when it is made. It writes what the schema declares
 * and nothing else; what it cannot know (maps, unions, loose objects) is written as `writeWire` does.
 */
export function compileWriter(schema: z.ZodType): (value: Json) => string {
  return compile(schema);
}

function compile(schema: unknown): Write {
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) return compileObject(schema);
  if (schema instanceof z.ZodArray) return compileArray(schema);
  if (schema instanceof z.ZodOptional) return compile(schema.unwrap());
  if (schema instanceof z.ZodNullable) {
    const write = compile(schema.unwrap());
    return (value) => (value === null ? 'null' : write(value));
  }
  return writeScalar;
}

function compileObject(schema: z.ZodObject): Write {
  const fields = Object.entries(schema.shape).map(([key, item]): Field => {
    const name = JSON.stringify(toSnakeCase(key));
    return { key, first: `{${name}:`, later: `,${name}:`, write: compileItem(key, item) };
  });
  return (value) => {
    if (!isObject(value)) return writeWire(value);
    let text = '';
    for (const { key, first, later, write } of fields) {
      const item = value[key];
      if (item !== undefined) text += (text === '' ? first : later) + write(item);
    }
    return text === '' ? '{}' : `${text}}`;
  };
}

/** Maps by currency code. They need no conversion: a code has no part that converting would change. */
const byCurrency: ReadonlySet<string> = new Set(['balances', 'clientLimits', 'currencyData']);

function compileMap(schema: z.ZodRecord): Write {
  const write = compile(schema.valueType);
  return (value) => {
    if (!isObject(value)) return writeWire(value);
    const items = Object.entries(value).filter(([, item]) => item !== undefined);
    return `{${items.map(([key, item]) => `${JSON.stringify(key)}:${write(item ?? null)}`).join(',')}}`;
  };
}

/** The values under some names are not the product's own: the general writer leaves them unchanged. */
function compileItem(key: string, schema: unknown): Write {
  if (byCurrency.has(key) && schema instanceof z.ZodRecord) return compileMap(schema);
  if (!opaque.has(key) && !dataMaps.has(key)) return compile(schema);
  const start = `{${JSON.stringify(toSnakeCase(key))}:`.length;
  return (value) => writeWire({ [key]: value }).slice(start, -1);
}

function compileArray(schema: z.ZodArray): Write {
  const write = compile(schema.element);
  return (value) => {
    if (!isList(value)) return writeWire(value);
    let text = '';
    for (const item of value) text += (text === '' ? '[' : ',') + write(item);
    return text === '' ? '[]' : `${text}]`;
  };
}

function writeScalar(value: Json): string {
  if (typeof value === 'string') return quote(value);
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : writeWire(value);
}

function isObject(value: Json): value is { readonly [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
