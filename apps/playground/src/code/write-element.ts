import type { OptionName } from '../option-fields.ts';

export type Chosen = readonly (readonly [name: OptionName, value: string])[];

export const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

export const attributes = (options: Chosen): string[] =>
  options.map(([name, value]) => `${kebab(name)}="${escapeAttribute(value)}"`);

export const withOrigin = (origin: string, options: Chosen): string[] => [`origin="${origin}"`, ...attributes(options)];

/** The element on one line while that is readable. */
export function writeElement(texts: readonly string[]): string {
  const line = `<causeway-widget ${texts.join(' ')}></causeway-widget>`;
  if (line.length <= 100) return line;
  return `<causeway-widget\n${texts.map((text) => `  ${text}`).join('\n')}\n></causeway-widget>`;
}

export const indent = (text: string): string => text.replaceAll(/^/gm, '  ');

const quote = (text: string): string =>
  `'${text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}'`;

export const properties = (options: readonly (readonly [string, string])[]): string[] =>
  options.map(([name, value]) => `  ${name}: ${quote(value)},`);

export const writeProp = (name: string, value: string): string =>
  /["\\&{}<>\n]/.test(value) ? `${name}={${quote(value)}}` : `${name}="${value}"`;
