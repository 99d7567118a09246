import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Config } from '../../config.ts';
import { deriveKey, deriveKeys } from '../../secrets/derive-key.ts';

/** What is kept of a code: useless without the server's secret, and different for equal codes. */
export function hashCode(config: Config, codeId: string, code: string): Uint8Array {
  return hashWith(deriveKey(config, 'confirmation codes'), codeId, code);
}

/** Whether this is the code of which the hash was kept, under the key of now or one before it. */
export function isCode(config: Config, codeId: string, code: string, kept: Uint8Array): boolean {
  return deriveKeys(config, 'confirmation codes').some((key) => timingSafeEqual(kept, hashWith(key, codeId, code)));
}

function hashWith(key: KeyObject, codeId: string, code: string): Uint8Array {
  return createHmac('sha256', key).update(`${codeId}:${code}`).digest();
}
