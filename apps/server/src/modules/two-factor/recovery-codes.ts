import { createHmac } from 'node:crypto';
import { base32crockford } from '@scure/base';
import type { Config } from '../../config/config.ts';
import type { AppContext, Randomness } from '../../context.ts';
import { deriveKeys } from '../../secrets/derive-key.ts';
import type { Executor } from '../../database/db.ts';
import { replaceRecoveryCodes } from './store.ts';

const count = 10;

/** Ten codes of 50 bits for a lost authenticator, such as `7Q2M9-V4T8K`. */
function makeRecoveryCodes(random: Randomness): string[] {
  return Array.from({ length: count }, () => {
    const text = base32crockford.encode(random.bytes(7)).slice(0, 10);
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });
}

/** What is stored of a recovery code; `undefined` for a text that cannot be one. */
export function hashRecoveryCode(config: Config, clientId: string, typed: string): Buffer | undefined {
  return hashRecoveryCodes(config, clientId, typed)[0];
}

/** The same under the present key and the earlier ones. */
export function hashRecoveryCodes(config: Config, clientId: string, typed: string): Buffer[] {
  const text = typed.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  if (!/^[0-9A-HJKMNP-TV-Z]{10}$/.test(text)) return [];
  return deriveKeys(config, 'recovery codes').map((key) =>
    createHmac('sha256', key).update(`${clientId}:${text}`).digest(),
  );
}

/** New recovery codes; the earlier ones end. */
export async function issueRecoveryCodes(
  context: Pick<AppContext, 'config' | 'clock' | 'random'>,
  trx: Executor,
  clientId: string,
): Promise<string[]> {
  const codes = makeRecoveryCodes(context.random);
  const hashes = codes.flatMap((each) => hashRecoveryCode(context.config, clientId, each) ?? []);
  await replaceRecoveryCodes(trx, clientId, hashes, context.clock.now());
  return codes;
}
