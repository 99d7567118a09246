import { contrast, safeBrand } from '@causeway/domain/theme/safe-brand';
import type { OptionName } from './option-fields.ts';
import type { Choices } from './choices.ts';

/** Least contrast of text on the accent colour: WCAG 2, level AA. */
const readable = 4.5;

/** What the widget makes of the colours: the pairs that it shows, and what it changes of what was chosen. */
export interface JudgedColours {
  pairs: readonly { label: string; fill: string; text: string }[];
  faults: readonly ColourFault[];
}

/** A colour that the widget does not take over as it is. */
export interface ColourFault {
  option: OptionName;
  what: string;
  /** What the widget shows instead, six hex digits; empty where it leaves the option out. */
  repaired: string;
}

const isWhole = (hex: string): boolean => /^[\da-f]{6}$/i.test(hex);
const bare = (colour: string): string => colour.slice(1).toLowerCase();

/** Judges the chosen colours as the widget does (`safe-theme`); nothing where there is no brand colour. */
export function judgeColours(choices: Choices): JudgedColours {
  const { brand = '', brandDark = '', onBrand = '', onBrandDark = '' } = choices;
  const given = { brand, brandDark, onBrand, onBrandDark } as const;
  const malformed = entries(given)
    .filter(([, colour]) => colour !== '' && !isWhole(colour))
    .map(([option]) => ({ option, what: 'A colour has six hex digits, such as e6007a.', repaired: '' }));
  const light = safeBrand(`#${brand}`);
  const dark = safeBrand(`#${brandDark}`) ?? light;
  const lightPair = light && { label: 'Light', fill: light['--cw-brand'], text: light['--cw-on-brand'] };
  const darkPair = dark && { label: 'Dark', fill: dark['--cw-brand-dark'], text: dark['--cw-on-brand-dark'] };
  const judged = [
    ...(lightPair ? judgePair({ ...lightPair, brand, text: onBrand, option: 'brand', onOption: 'onBrand' }) : []),
    ...(darkPair
      ? judgePair({ ...darkPair, brand: brandDark, text: onBrandDark, option: 'brandDark', onOption: 'onBrandDark' })
      : []),
  ];
  const left = new Set([...malformed, ...judged].map(({ option }) => option));
  const pairs = [
    ...(lightPair ? [{ ...lightPair, ...(onBrand !== '' && !left.has('onBrand') && { text: `#${onBrand}` }) }] : []),
    ...(darkPair
      ? [{ ...darkPair, ...(onBrandDark !== '' && !left.has('onBrandDark') && { text: `#${onBrandDark}` }) }]
      : []),
  ];
  return { pairs, faults: [...malformed, ...judged] };
}

interface Pair {
  fill: string;
  /** As they were chosen; empty when left out. */
  brand: string;
  text: string;
  option: OptionName;
  onOption: OptionName;
}

function judgePair({ fill, brand, text, option, onOption }: Pair): ColourFault[] {
  const faults: ColourFault[] = [];
  if (isWhole(brand) && bare(`#${brand}`) !== bare(fill))
    faults.push({ option, what: `Hard to read: the widget shows ${fill}.`, repaired: bare(fill) });
  if (isWhole(text) && contrast(`#${text}`, fill) < readable) {
    const reached = contrast(`#${text}`, fill).toFixed(1);
    faults.push({ option: onOption, what: `${reached} to 1 on ${fill}: the widget leaves it out.`, repaired: '' });
  }
  return faults;
}

function entries(
  given: Readonly<Record<'brand' | 'brandDark' | 'onBrand' | 'onBrandDark', string>>,
): [OptionName, string][] {
  return [
    ['brand', given.brand],
    ['brandDark', given.brandDark],
    ['onBrand', given.onBrand],
    ['onBrandDark', given.onBrandDark],
  ];
}
