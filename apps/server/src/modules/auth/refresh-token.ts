import { createHash, createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Randomness } from '../../context.ts';
import { deriveKey } from '../../secrets/derive-key.ts';

const prefix = 'cwr_';

/** The first refresh token of a session: 32 random bytes. */
export function makeRefreshToken(random: Randomness): string {
  return prefix + Buffer.from(random.bytes(32)).toString('base64url');
}

/**
 * The token that follows this one. It is derived, not stored, from the spent token and the device's traits:
 * who repeats a request from the same device gets the same successor, another device gets one that fits nothing.
 */
export function deriveSuccessor(config: Config, token: string, traits: string): string {
  const key = deriveKey(config, 'refresh tokens');
  return (
    prefix +
    createHmac('sha256', key)
      .update(JSON.stringify([token, traits]))
      .digest('base64url')
  );
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
