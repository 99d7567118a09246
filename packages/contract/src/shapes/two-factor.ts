import { z } from 'zod';
import { flag } from '../fields/fields.ts';

/** Two-factor data (3-60, A-112). `duration` is the period of a code in seconds. */
export const twoFactorData = z.object({
  error: z.string(),
  /** Base32 key; empty while two-factor is on. */
  key: z.string(),
  /** The key in groups of four. */
  keyNice: z.string(),
  /** `otpauth://` URL for a QR code. */
  url: z.string(),
  isEnabled: flag,
  duration: z.int(),
});
