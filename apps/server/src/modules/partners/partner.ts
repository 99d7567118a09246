import { partnerKey } from '@causeway/contract/fields/fields';
import { pageFlags } from '@causeway/contract/shapes/page-flags';
import { presetNames, presets } from '@causeway/contract/shapes/presets';
import { toSnakeCase } from '@causeway/contract/wire/names';
import { z } from 'zod';

/** Scheme, host and port, exactly as a browser sends them: origins are compared, never matched, so no wildcard. */
const origin = z.string().refine(isOrigin, 'Must be an origin such as https://shop.example.');

function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text) || !URL.canParse(text)) return false;
  const { origin: written, protocol, hostname } = new URL(text);
  // A name that ends in a dot is the same host under another origin.
  return written === text && !hostname.endsWith('.') && (protocol === 'https:' || isLocal(hostname));
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1';
}

/** What a partner may switch on for its pages, by wire name. */
const partnerFlags = pageFlags.map(toSnakeCase);

/** Ten-thousandths of a percent: 10 %. */
const feePercentMax = 100_000;

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'Must be a colour such as #1652f0.');

/** What a partner may change of the look; everything else is fixed. */
const themeSettings = z.strictObject({
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

type ThemeSettings = z.output<typeof themeSettings>;

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

/** A partner: a site that may frame the widget and that its orders are credited to. */
export const partner = z.strictObject({
  partnerKey,
  name: z.string().min(1).max(80).refine(isPlainText, 'Must be plain text without < and >.'),
  allowedOrigins: z.array(origin).max(20),
  isMerchant: z.boolean(),
  isFloatingRate: z.boolean(),
  theme: z.enum(['light', 'dark', 'auto']),
  themeSettings,
  /** Client whose balance is credited where an order pays the partner. */
  clientId: z.uuid().nullable().default(null),
  /** Fee on top of the service fee, ten-thousandths of a percent of the pay-in: 5000 is 0.5 %. */
  feePercent: z.int().min(0).max(feePercentMax).default(0),
  /** Presets of every page; the page's own URL overrides all but the locked ones. */
  defaults: presets.default({}),
  locks: z.array(z.enum(presetNames)).default([]),
  flags: z.array(z.enum(partnerFlags)).default([]),
  /** Names or patterns such as `verification*` of the routes that its pages reach; empty for all. */
  routes: z
    .array(z.string().regex(/^[a-z0-9-]{1,40}\*?$/))
    .max(40)
    .default([]),
  /** Where webhooks about its orders go; empty for none. */
  webhookUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]).default(''),
});

export type Partner = z.output<typeof partner>;
/** Fields that are left out have their defaults. */
export type PartnerInput = z.input<typeof partner>;

/**
 * Whether a text can be shown anywhere unchanged: no markup, no control characters, nothing that reverses the reading
 * direction.
 */
function isPlainText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.isWellFormed() && !/[<>\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/.test(text);
}
