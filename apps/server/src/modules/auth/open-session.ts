import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { endOfSession, hashToken, makeRefreshToken } from './tokens.ts';
import { signAccessToken } from './access-token.ts';
import { trustedEnds } from '../sessions/end-sessions.ts';
import { insertSession } from './store.ts';
import { insertRefreshToken } from './refresh-token-store.ts';

/** Facts about the device that a sign-in sends. */
export interface Device {
  deviceId?: string | undefined;
  deviceName?: string | undefined;
  platform?: string | undefined;
}

export interface TokenPair {
  access: string;
  refresh: string;
}

/** A pair with its session and client, for the log. */
export interface OpenedSession extends TokenPair {
  clientId: string;
  sessionId: string;
}

/** What opens a session, besides a password or a code: it ends with that. */
export interface Opener {
  passkeyId?: string | null;
  loginId?: string | null;
}

/** Opens a session of a client within the caller's transaction. */
export async function openSession(
  context: Pick<AppContext, 'config' | 'clock' | 'random'>,
  transaction: Executor,
  clientId: string,
  device: Device,
  { passkeyId = null, loginId = null }: Opener = {},
): Promise<OpenedSession> {
  const createdAt = context.clock.now();
  const expiresAt = endOfSession(createdAt, createdAt);
  const sessionId = newUuid(context);
  const refresh = makeRefreshToken(context.random);
  await insertSession(transaction, {
    sessionId,
    clientId,
    deviceId: device.deviceId ?? '',
    deviceName: device.deviceName ?? '',
    platform: device.platform ?? '',
    passkeyId,
    loginId,
    createdAt,
    expiresAt,
  });
  await insertRefreshToken(transaction, { tokenHash: hashToken(refresh), sessionId, createdAt, expiresAt });
  const access = await signAccessToken(context.config, { clientId, sessionId }, createdAt);
  return { access, refresh, clientId, sessionId };
}

/**
 * Whether the account of an address was signed in on this device before. Of an account whose address was never
 * confirmed no device is its owner's: a stranger may have registered it, whose sessions end with the claim.
 */
export async function isDeviceOfAddress(
  executor: Executor,
  { email, deviceId }: { email: string; deviceId: string },
): Promise<boolean> {
  if (deviceId === '') return false;
  // One statement, so that the duration does not reveal whether there is an account.
  const row = await executor
    .selectFrom('sessions')
    .innerJoin('clients', 'clients.clientId', 'sessions.clientId')
    .select('sessions.sessionId')
    .where('clients.email', '=', email)
    .where('sessions.deviceId', '=', deviceId)
    .where('clients.emailConfirmedAt', 'is not', null)
    .where((session) => session.or([session('endReason', 'is', null), session('endReason', 'in', trustedEnds)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
