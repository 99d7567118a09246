import { hkdfSync } from 'node:crypto';
import type { Config } from '../config.ts';

/** What a key is for: no key does two things. */
export type KeyPurpose =
  | 'access tokens'
  | 'refresh tokens'
  | 'confirmation codes'
  | 'letters'
  | 'quotes'
  | 'two-factor keys'
  | 'recovery codes'
  | 'deleted clients'
  | 'webhook secrets'
  | 'text messages'
  | 'rate limits'
  | 'sign-in failures'
  | 'captcha challenges';

/** The 32-byte key of one purpose, derived from the one secret of the configuration. */
export function deriveKey(config: Pick<Config, 'ACCESS_TOKEN_SECRET'>, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', config.ACCESS_TOKEN_SECRET, '', `causeway ${purpose}`, 32));
}
