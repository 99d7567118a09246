type Oklch = readonly [lightness: number, chroma: number, hue: number];
type Rgb = readonly [red: number, green: number, blue: number];

/** The variables a partner's colour sets on the root element; the shades follow from them in the style sheet. */
export interface BrandVariables {
  '--cw-brand': string;
  '--cw-on-brand': string;
  '--cw-brand-dark': string;
  '--cw-on-brand-dark': string;
}

const lightSurface = '#fefdfc';
const darkSurface = '#111b1f';
const darkOnAccent = '#031d25';

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function fromLinear(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}

function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

function toHex(rgb: Rgb): string {
  const part = (channel: number) =>
    Math.round(Math.min(Math.max(channel, 0), 1) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${part(rgb[0])}${part(rgb[1])}${part(rgb[2])}`;
}

// The matrices are those of Björn Ottosson's OKLab.
function toOklch(rgb: Rgb): Oklch {
  const [r, g, b] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, bb), Math.atan2(bb, a)];
}

function fromOklch([lightness, chroma, hue]: Oklch): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function luminance(hex: string): number {
  const [r, g, b] = parseHex(hex);
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);
}

/** WCAG 2 contrast of two '#rrggbb' colours. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function inGamut(rgb: Rgb): boolean {
  return rgb.every((channel) => channel >= -0.0001 && channel <= 1.0001);
}

// A colour the screen cannot show loses chroma, not lightness, so that the contrast that was reached stays.
function show([lightness, chroma, hue]: Oklch): string {
  let most = chroma;
  let least = inGamut(fromOklch([lightness, chroma, hue])) ? chroma : 0;
  while (most - least > 0.00001) {
    const middle = (most + least) / 2;
    if (inGamut(fromOklch([lightness, middle, hue]))) least = middle;
    else most = middle;
  }
  return toHex(fromOklch([lightness, least, hue]));
}

/** Makes a partner's '#rrggbb' safe to read in both themes; undefined for anything else. */
export function safeBrand(brand: string): BrandVariables | undefined {
  if (!/^#[\da-f]{6}$/i.test(brand)) return undefined;
  const [lightness, chroma, hue] = toOklch(parseHex(brand));
  let light = brand.toLowerCase();
  for (let l = lightness; contrast(light, lightSurface) < 5.4;) {
    l -= 0.01;
    light = show([l, chroma, hue]);
  }
  let l = Math.max(lightness, 0.76);
  let dark = show([l, Math.min(chroma, 0.12), hue]);
  while (l < 1 && (contrast(dark, darkSurface) < 7 || contrast(dark, darkOnAccent) < 5.4)) {
    l += 0.01;
    dark = show([l, Math.min(chroma, 0.12), hue]);
  }
  return {
    '--cw-brand': light,
    '--cw-on-brand': lightSurface,
    '--cw-brand-dark': dark,
    '--cw-on-brand-dark': darkOnAccent,
  };
}
