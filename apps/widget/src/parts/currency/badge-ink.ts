const darkInk = '#1a1208';

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  return 0.2126 * linear(value >> 16) + 0.7152 * linear((value >> 8) & 255) + 0.0722 * linear(value & 255);
}

/** The symbol's colour on a currency's colour ('#rrggbb'): white where that reaches 3:1, else dark ink. */
export function badgeInk(colour: string): string {
  return 1.05 / (luminance(colour) + 0.05) >= 3 ? '#fff' : darkInk;
}
