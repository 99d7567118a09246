import { type OptionName, sections, isOptionName, namesOf } from './option-fields.ts';

/** What was chosen, as text; an option that is left out has none. */
export type Choices = Readonly<Partial<Record<OptionName, string>>>;

/** Chosen options in the order of the page, without those that are left out. */
export function chosen(choices: Choices): [name: OptionName, value: string][] {
  return sections
    .flatMap(namesOf)
    .map((name): [OptionName, string] => [name, choices[name] ?? ''])
    .filter(([, value]) => value !== '');
}

/** The choices in the query of a shared link; names that are no option are left out. */
export function readShared(query: string): Choices {
  const entries = [...new URLSearchParams(query)].filter(([name]) => isOptionName(name));
  return Object.fromEntries(entries);
}

/** The query that holds these choices. */
export function writeShared(choices: Choices): string {
  return new URLSearchParams(chosen(choices)).toString();
}
