import { QUERY_OPTIONS, type CausewayOptions } from './options.ts';

/** The frame's address. Names are in snake case, but for `swMode`; empty values are left out. */
export function widgetAddress(options: CausewayOptions): string {
  const url = new URL('/widget', options.origin);
  for (const name of QUERY_OPTIONS) {
    const value = options[name];
    const parameter = name === 'swMode' ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (value) url.searchParams.set(parameter, value);
  }
  return url.href;
}
