import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { saveBiometricToken } from '../sessions/biometric-store.ts';
import { hashToken } from './refresh-token.ts';
import { biometricLifetimeMs } from './rules.ts';

/** A token by which a device signs in without a password, until it expires. */
export interface IssuedBiometricToken {
  biometricToken: string;
  /** Unix seconds. */
  biometricTokenExpirationAt: number;
}

/** Makes the biometric token of a device, within the caller's transaction. Only its hash is kept. */
export async function issueBiometricToken(
  { clock, random }: Pick<AppContext, 'clock' | 'random'>,
  trx: Executor,
  owner: { clientId: string; deviceId: string; sessionId: string },
): Promise<IssuedBiometricToken> {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + biometricLifetimeMs);
  const biometricToken = `cwb_${Buffer.from(random.bytes(32)).toString('base64url')}`;
  await saveBiometricToken(trx, { ...owner, tokenHash: hashToken(biometricToken), createdAt, expiresAt });
  return { biometricToken, biometricTokenExpirationAt: Math.floor(expiresAt.getTime() / 1000) };
}
