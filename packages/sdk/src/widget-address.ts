import type { CausewayOptions } from './options.ts';
import { QUERY_OPTIONS } from './option-names.ts';

/** A name with a mark before each part and no capital letters. */
export const lowerCase = (name: string, mark: string): string =>
  name.replace(/[A-Z]/g, (letter) => mark + letter.toLowerCase());

/** Names or one text of names with spaces between. */
export const namesIn = (names: readonly string[] | string): readonly string[] =>
  typeof names === 'string' ? names.split(' ') : names;

type AddressOptions = Pick<CausewayOptions, 'origin'> & Partial<CausewayOptions>;

/**
 * The widget's URL: names in snake case, but for `swMode`; empty values are left out.
 *
 * @param path `/widget` in a frame, `/buysell` at top level
 */
export function widgetAddress(options: AddressOptions, path = '/widget'): string {
  const url = new URL(path, options.origin);
  // A function that makes tokens stands for itself: no page was loaded with that address.
  const set = (name: string, value: CausewayOptions['sessionToken']) => {
    if (value) url.searchParams.set(name === 'swMode' ? name : lowerCase(name, '_'), String(value));
  };
  for (const name of [...QUERY_OPTIONS, 'sessionToken'] as const) set(name, options[name]);
  for (const flag of namesIn(options.flags ?? [])) set(flag, flag && '1');
  return url.href;
}
