import { toCamelCase } from '@causeway/contract/wire/names';
import { addressTable } from './address-table.ts';

const parameters = new Map(addressTable.map((parameter) => [toCamelCase(parameter.name), parameter]));

/** What is wrong with a page's address, one sentence for each parameter that was left out. Empty values and unknown names are no fault. */
export function checkAddress(query: Readonly<Record<string, string>>): string[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const parameter = parameters.get(toCamelCase(name));
    if (!parameter || value === '' || parameter.fits(value)) return [];
    return `The parameter "${name}" was left out: expected ${parameter.expected}, but got ${shorten(JSON.stringify(value))}.`;
  });
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
}
