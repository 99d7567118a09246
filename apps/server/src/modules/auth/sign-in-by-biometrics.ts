import { toUnixSeconds } from '@causeway/contract/fields/fields';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { saveBiometricToken, spendBiometricToken } from '../sessions/biometric-store.ts';
import { biometricLifetimeMs, hashToken } from './tokens.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { checkSecondFactor, refuseSecondFactor } from '../two-factor/check-second-factor.ts';
import { findDevice } from './store.ts';
import { type Device, type OpenedSession, openSession } from './open-session.ts';

/** A token by which a device signs in without a password, until it expires. */
export interface IssuedBiometricToken {
  biometricToken: string;
  /** Unix seconds. */
  biometricTokenExpirationAt: number;
}

/** Makes the biometric token of a device, within the caller's transaction. Only its hash is stored. */
export async function issueBiometricToken(
  { clock, random }: Pick<AppContext, 'clock' | 'random'>,
  trx: Executor,
  owner: { clientId: string; deviceId: string; sessionId: string },
): Promise<IssuedBiometricToken> {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + biometricLifetimeMs);
  const biometricToken = `cwb_${Buffer.from(random.bytes(32)).toString('base64url')}`;
  await saveBiometricToken(trx, { ...owner, tokenHash: hashToken(biometricToken), createdAt, expiresAt });
  return { biometricToken, biometricTokenExpirationAt: toUnixSeconds(expiresAt) };
}

/**
 * Opens a session by the biometric token of a device, which is replaced by a new one. With two-factor on a code
 * is required all the same; the token is kept for the next attempt.
 *
 * @throws Refusal BIOMETRIC_OVER, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY
 */
export async function signInByBiometrics(
  context: AppContext,
  input: { biometricToken: string; code?: string | undefined; device: Device },
): Promise<OpenedSession & IssuedBiometricToken> {
  const { device } = input;
  const over: RefusalItem = { code: 'BIOMETRIC_OVER', field: 'biometric_token' };
  const { deviceId } = device;
  if (deviceId === undefined || deviceId === '') throw new Refusal({ code: 'REQUIRED', field: 'device_id' });
  const tokenHash = hashToken(input.biometricToken);
  const clientId = await findOwner(context, tokenHash, deviceId);
  if (clientId === undefined) throw new Refusal(over);
  const outcome = await context.db.transaction().execute(async (trx) => {
    const refused = refuseSecondFactor(await checkSecondFactor(context, trx, clientId, input.code));
    if (refused !== undefined) return refused;
    // Of two simultaneous sign-ins with one token, one succeeds.
    const earlier = await spendBiometricToken(trx, { tokenHash, deviceId, now: context.clock.now() });
    if (earlier === undefined) return over;
    const opened = await openSession(context, trx, clientId, device, await findDevice(trx, earlier));
    // It belongs to the new session now, and ends with it.
    const issued = await issueBiometricToken(context, trx, { clientId, deviceId, sessionId: opened.sessionId });
    return { ...opened, ...issued };
  });
  if ('code' in outcome) throw new Refusal(outcome);
  return outcome;
}

async function findOwner({ db, clock }: AppContext, tokenHash: Buffer, deviceId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('biometricTokens')
    .select('clientId')
    .where('tokenHash', '=', tokenHash)
    .where('deviceId', '=', deviceId)
    .where('expiresAt', '>', clock.now())
    .executeTakeFirst();
  return row?.clientId;
}
