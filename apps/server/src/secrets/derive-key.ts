import { hkdfSync } from 'node:crypto';
import type { Config } from '../config.ts';

/** What a key is for: no key does two things. */
export const keyPurposes = [
  'access tokens',
  'refresh tokens',
  'confirmation codes',
  'letters',
  'quotes',
  'two-factor keys',
  'recovery codes',
  'deleted clients',
  'webhook secrets',
  'text messages',
  'rate limits',
  'sign-in failures',
  'captcha challenges',
  'log',
] as const;
export type KeyPurpose = (typeof keyPurposes)[number];

/** Deriving one takes as long as a small query, and the same few are needed all the time. */
const derived = new WeakMap<object, Map<KeyPurpose, Uint8Array>>();

/** The 32-byte key of one purpose, derived from the one secret of the configuration. Not to be written to. */
export function deriveKey(config: Pick<Config, 'ACCESS_TOKEN_SECRET'>, purpose: KeyPurpose): Uint8Array {
  const known = derived.get(config) ?? new Map<KeyPurpose, Uint8Array>();
  const key =
    known.get(purpose) ?? new Uint8Array(hkdfSync('sha256', config.ACCESS_TOKEN_SECRET, '', `causeway ${purpose}`, 32));
  derived.set(config, known.set(purpose, key));
  return key;
}
