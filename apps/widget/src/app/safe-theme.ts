import { contrast, safeBrand } from '@causeway/domain/theme/safe-brand';

const rules: Record<string, RegExp> = {
  '--cw-radius': /^(?:\d|1\d|2[0-2])(?:\.\d+)?(?:px)?$/,
  '--cw-density': /^(?:0?\.(?:8[89]|9\d*)|1(?:\.(?:0\d*|1[0-2]?))?)$/,
  '--cw-font': /^[\w '",-]{1,120}$/,
};

/** Least contrast of text on the accent colour. */
const readable = 4.5;

/**
 * The custom properties of a partner's theme, with known and safe values only: shades of the brand are made readable in
 * both themes, and a text colour that cannot be read on them is left out.
 */
export function safeTheme(properties: Readonly<Record<string, string>>): Record<string, string> {
  const plain = Object.entries(properties).filter(([name, value]) => rules[name]?.test(value) === true);
  const brand = safeBrand(properties['--cw-brand'] ?? '');
  const dark = safeBrand(properties['--cw-brand-dark'] ?? '');
  const fills: Record<string, string> = { ...brand };
  if (dark !== undefined) {
    fills['--cw-brand-dark'] = dark['--cw-brand-dark'];
    fills['--cw-on-brand-dark'] = dark['--cw-on-brand-dark'];
  }
  for (const theme of ['', '-dark']) {
    const [text = '', fill] = [properties[`--cw-on-brand${theme}`], fills[`--cw-brand${theme}`]];
    const isColour = /^#[\da-f]{6}$/i.test(text);
    if (isColour && fill !== undefined && contrast(text, fill) >= readable) fills[`--cw-on-brand${theme}`] = text;
  }
  return { ...Object.fromEntries(plain), ...fills };
}

const hex = (text = '') => text && `#${text.replace('#', '')}`;

/** Look options of an embedding page by their names: colours with or without their '#'. */
export function themeOfQuery(query: Readonly<Record<string, string>>): Record<string, string> {
  const { brand, brandDark, onBrand, onBrandDark, radius, density, font } = query;
  const wanted = {
    '--cw-brand': hex(brand),
    '--cw-brand-dark': hex(brandDark),
    '--cw-on-brand': hex(onBrand),
    '--cw-on-brand-dark': hex(onBrandDark),
    '--cw-radius': radius,
    '--cw-density': density,
    '--cw-font': font,
  };
  return Object.fromEntries(Object.entries(wanted).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
