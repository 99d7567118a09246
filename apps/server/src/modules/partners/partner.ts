import { z } from 'zod';
import { themeSettings } from './theme-settings.ts';

/** Scheme, host and port, exactly as a browser sends them: origins are compared, never matched. */
const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'Must be an origin such as https://shop.example.',
  );

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
