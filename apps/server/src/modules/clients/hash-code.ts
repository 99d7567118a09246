import { createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';
import { deriveKey } from '../../secrets/derive-key.ts';

/** What is kept of a code: useless without the server's secret, and different for equal codes. */
export function hashCode(config: Config, codeId: string, code: string): Uint8Array {
  return createHmac('sha256', deriveKey(config, 'confirmation codes')).update(`${codeId}:${code}`).digest();
}
