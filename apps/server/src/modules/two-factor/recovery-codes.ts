import { createHmac } from 'node:crypto';
import { base32crockford } from '@scure/base';
import type { Config } from '../../config.ts';
import type { Randomness } from '../../context.ts';
import { deriveKey } from '../../secrets/derive-key.ts';

const count = 10;

/** Ten codes of 50 bits for the day on which the authenticator is gone, such as `7Q2M9-V4T8K`. */
export function makeRecoveryCodes(random: Randomness): string[] {
  return Array.from({ length: count }, () => {
    const text = base32crockford.encode(random.bytes(7)).slice(0, 10);
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });
}

/** What is kept of a recovery code; `undefined` for a text that cannot be one. */
export function hashRecoveryCode(config: Config, clientId: string, typed: string): Buffer | undefined {
  const text = typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  if (!/^[0-9A-HJKMNP-TV-Z]{10}$/.test(text)) return undefined;
  return createHmac('sha256', deriveKey(config, 'recovery codes')).update(`${clientId}:${text}`).digest();
}
