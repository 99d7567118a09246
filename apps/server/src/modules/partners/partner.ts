import { partnerKey } from '@causeway/contract/fields/fields';
import { presetNames, presets } from '@causeway/contract/shapes/presets';
import { z } from 'zod';
import { isPlainText } from './is-plain-text.ts';
import { themeSettings } from './theme-settings.ts';

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

/** What a partner may switch on for its pages (3-12), by wire name. */
export const partnerFlags = [
  'hide_back',
  'hide_coupon',
  'hide_fee_details',
  'hide_floating_rate',
  'hide_footer',
  'hide_free_fee',
  'hide_header',
  'hide_partner_name',
  'hide_payout',
  'hide_purchase_details',
  'hide_we_accept',
  'is_routing_off',
  'is_skip_second_step',
  'show_close',
] as const;

/** Ten-thousandths of a percent: 10 %. */
const feePercentMax = 100_000;

/** A partner: a site that may frame the widget and whose orders it gets credit for. */
export const partner = z.strictObject({
  partnerKey,
  name: z.string().min(1).max(80).refine(isPlainText, 'Must be plain text without < and >.'),
  allowedOrigins: z.array(origin).max(20),
  isMerchant: z.boolean(),
  isFloatingRate: z.boolean(),
  theme: z.enum(['light', 'dark', 'auto']),
  themeSettings,
  /** Client whose balance is paid where an order pays the partner. */
  clientId: z.uuid().nullable().default(null),
  /** Fee on top of ours, ten-thousandths of a percent of the pay-in: 5000 is 0.5 %. */
  feePercent: z.int().min(0).max(feePercentMax).default(0),
  /** Presets of every page; the page's own address gives way only to those that are locked. */
  defaults: presets.default({}),
  locks: z.array(z.enum(presetNames)).default([]),
  flags: z.array(z.enum(partnerFlags)).default([]),
  /** Names or patterns such as `verification*` of the routes that its pages reach; empty for all. */
  routes: z
    .array(z.string().regex(/^[a-z0-9-]{1,40}\*?$/))
    .max(40)
    .default([]),
  /** Where notices of its orders go; empty for nowhere. */
  webhookUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]).default(''),
});

export type Partner = z.output<typeof partner>;
/** What may be left out is as it is at first. */
export type PartnerInput = z.input<typeof partner>;
