import { z } from 'zod';
import { themeSettings } from './theme-settings.ts';

/** Scheme, host and port, exactly as a browser sends them: origins are compared, never matched, so no wildcard. */
const origin = z.string().refine(isOrigin, 'Must be an origin such as https://shop.example.');

function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text) || !URL.canParse(text)) return false;
  const { origin: written, protocol, hostname } = new URL(text);
  return written === text && (protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname));
}

/** A partner: a site that may frame the widget and whose orders it gets credit for. */
export const partner = z.strictObject({
  partnerKey: z.string().regex(/^pk_[a-z0-9_]{1,60}$/),
  name: z.string().min(1).max(80),
  allowedOrigins: z.array(origin).max(20),
  isMerchant: z.boolean(),
  isFloatingRate: z.boolean(),
  theme: z.enum(['light', 'dark', 'auto']),
  themeSettings,
});

export type Partner = z.output<typeof partner>;
