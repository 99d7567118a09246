import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Config } from '../config/config.ts';

/** Purposes of keys: no key has two. */
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
  'counted tries',
  'payers',
  'person marks',
  'captcha challenges',
  'log',
] as const;
export type KeyPurpose = (typeof keyPurposes)[number];

/** Deriving one takes as long as a small query, and the same few are needed all the time. */
const derived = new WeakMap<object, Map<KeyPurpose, KeyObject>>();

/**
 * The 32-byte key of one purpose, derived from the one secret of the configuration. An object, not bytes: Node imports
 * bytes at each use, which takes longer than the use.
 */
export function deriveKey(config: Pick<Config, 'ACCESS_TOKEN_SECRET'>, purpose: KeyPurpose): KeyObject {
  const known = derived.get(config) ?? new Map<KeyPurpose, KeyObject>();
  const key = known.get(purpose) ?? derive(config.ACCESS_TOKEN_SECRET, purpose);
  derived.set(config, known.set(purpose, key));
  return key;
}

/**
 * The key of one purpose and its predecessors, which still open and verify. The first is the one that seals and signs.
 */
export function deriveKeys(
  config: Pick<Config, 'ACCESS_TOKEN_SECRET' | 'PREVIOUS_ACCESS_TOKEN_SECRETS'>,
  purpose: KeyPurpose,
): [KeyObject, ...KeyObject[]] {
  const earlier = config.PREVIOUS_ACCESS_TOKEN_SECRETS.map((secret) => deriveEarlier(secret, purpose));
  return [deriveKey(config, purpose), ...earlier];
}

const earlierKeys = new Map<string, KeyObject>();

function deriveEarlier(secret: string, purpose: KeyPurpose): KeyObject {
  const name = `${purpose}:${secret}`;
  const key = earlierKeys.get(name) ?? derive(secret, purpose);
  earlierKeys.set(name, key);
  return key;
}

function derive(secret: string, purpose: KeyPurpose): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', `causeway ${purpose}`, 32)));
}
