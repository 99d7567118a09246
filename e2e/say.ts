import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../apps/server/src/modules/locales/catalogues');
const catalogues = new Map<string, ReadonlyMap<string, string>>();

/**
 * The text of a key as a person reads it; `{name}` is filled from `values`. Tests spell out texts that choose by a
 * value.
 */
export function say(key: string, values: Readonly<Record<string, string>> = {}, language = 'en'): string {
  const text = catalogueOf(language).get(key);
  if (text === undefined) throw new Error(`The ${language} catalogue has no ${key}.`);
  return text.replaceAll(/\{(\w+)([^}]*)\}/g, (_all, name: string, rest: string) => {
    const value = values[name];
    if (value === undefined || rest !== '') throw new Error(`${key} cannot be filled in: ${text}`);
    return value;
  });
}

function catalogueOf(language: string): ReadonlyMap<string, string> {
  const known = catalogues.get(language);
  if (known) return known;
  const names = readdirSync(join(folder, language)).filter((name) => name.endsWith('.json'));
  const files = names.map((name) => join(folder, language, name));
  const read = new Map(files.flatMap((file) => Object.entries(parse(readFileSync(file, 'utf8')))));
  catalogues.set(language, read);
  return read;
}

function parse(text: string): Record<string, string> {
  const value: unknown = JSON.parse(text);
  if (!isTexts(value)) throw new Error('A catalogue holds texts by key.');
  return value;
}

function isTexts(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
}
