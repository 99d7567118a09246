import { z } from 'zod';

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'Must be a colour such as #1652f0.');

/** What a partner may change of the look; everything else stays ours. */
export const themeSettings = z.strictObject({
  brand: colour.optional(),
  brandDark: colour.optional(),
  /** Corner radius in pixels. */
  radius: z.number().int().min(0).max(22).optional(),
  density: z.enum(['compact', 'normal', 'roomy']).optional(),
  font: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 -]{0,39}$/, 'Must be the name of a font.')
    .optional(),
});

export type ThemeSettings = z.output<typeof themeSettings>;

const densities = { compact: '0.88', normal: '1', roomy: '1.12' } as const;

/** The custom properties of a partner's theme. */
export function toThemeProperties(settings: ThemeSettings): Record<string, string> {
  const properties: Record<string, string | undefined> = {
    '--cw-brand': settings.brand,
    '--cw-brand-dark': settings.brandDark,
    '--cw-radius': settings.radius === undefined ? undefined : `${settings.radius}px`,
    '--cw-density': settings.density === undefined ? undefined : densities[settings.density],
    '--cw-font': settings.font === undefined ? undefined : `"${settings.font}"`,
  };
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
