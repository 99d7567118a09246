import { dataMaps, opaque, type Json } from './convert-keys.ts';
import { toSnakeCase } from './names.ts';

/** An answer as JSON text in the names of the wire: what `toWireNames` would give, without building it first. */
export function writeWire(value: Json): string {
  return write(value, false);
}

/** @param isData the keys of this object are data and stay as they are */
function write(value: Json, isData: boolean): string {
  if (typeof value === 'string') return quote(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: Json) => write(item, false)).join(',')}]`;
  let text = '';
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const written = isData
      ? write(item, false)
      : opaque.has(key)
        ? JSON.stringify(item)
        : write(item, dataMaps.has(key));
    text += `${text === '' ? '' : ','}"${isData ? JSON.stringify(key).slice(1, -1) : nameOf(key)}":${written}`;
  }
  return `{${text}}`;
}

const lookedThroughMax = 48;

/**
 * A text in quotes. Amounts, codes and most names are short and need no escapes: checking is faster than the general
 * method.
 */
export function quote(text: string): string {
  return text.length < lookedThroughMax && isPlain(text) ? `"${text}"` : JSON.stringify(text);
}

/** Whether a text is of printable ASCII, without quotes and backslashes. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false;
  }
  return true;
}

function nameOf(key: string): string {
  const name = toSnakeCase(key);
  return isPlain(name) ? name : JSON.stringify(name).slice(1, -1);
}
