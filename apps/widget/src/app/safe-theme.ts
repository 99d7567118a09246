import { safeBrand } from '../styles/safe-brand.ts';

const rules: Record<string, RegExp> = {
  '--cw-radius': /^(?:\d|1\d|2[0-2])(?:\.\d+)?(?:px)?$/,
  '--cw-density': /^(?:0?\.(?:8[89]|9\d*)|1(?:\.(?:0\d*|1[0-2]?))?)$/,
  '--cw-font': /^[\w '",-]{1,120}$/,
};

/**
 * The custom properties of a partner's theme, with known and safe values only; shades of the brand are made readable in
 * both themes.
 */
export function safeTheme(properties: Readonly<Record<string, string>>): Record<string, string> {
  const plain = Object.entries(properties).filter(([name, value]) => rules[name]?.test(value) === true);
  const brand = safeBrand(properties['--cw-brand'] ?? '');
  return { ...Object.fromEntries(plain), ...brand };
}

/** Look options in the URL of an embedding page: `brand` without its '#', `radius`, `density`, `font`. */
export function themeOfQuery(query: Readonly<Record<string, string>>): Record<string, string> {
  const { brand, radius, density, font } = query;
  const wanted = {
    '--cw-brand': brand && `#${brand.replace('#', '')}`,
    '--cw-radius': radius,
    '--cw-density': density,
    '--cw-font': font,
  };
  return Object.fromEntries(Object.entries(wanted).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
