import type { Executor } from '../../database/db.ts';
import { trustedEnds } from '../sessions/end-sessions.ts';

export interface NewSession {
  sessionId: string;
  clientId: string;
  deviceId: string;
  deviceName: string;
  platform: string;
  passkeyId: string | null;
  loginId: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertSession(executor: Executor, session: NewSession): Promise<void> {
  await executor
    .insertInto('sessions')
    .values({ ...session, lastSeenAt: session.createdAt })
    .execute();
}

/** A session that has not ended. */
export async function findLiveSession(executor: Executor, sessionId: string, now: Date) {
  return executor
    .selectFrom('sessions')
    .select('clientId')
    .where('sessionId', '=', sessionId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** The client of a session, ended or not. */
export async function findClientOfSession(executor: Executor, sessionId: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('sessions')
    .select('clientId')
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
  return row?.clientId;
}

/** The device that a session belongs to, and the passkey or login that opened it. */
export async function findDevice(executor: Executor, sessionId: string) {
  return executor
    .selectFrom('sessions')
    .select(['deviceId', 'deviceName', 'platform', 'passkeyId', 'loginId'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirstOrThrow();
}

/** A client's sessions, newest first: valid ones, and those that ended lately. */
export async function listSessionRows(executor: Executor, clientId: string, since: Date, max: number) {
  return executor
    .selectFrom('sessions')
    .select(['sessionId', 'deviceName', 'platform', 'createdAt', 'lastSeenAt', 'expiresAt', 'endedAt', 'endReason'])
    .where('clientId', '=', clientId)
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute();
}

/**
 * Whether a client has signed in with this device before, in a session that did not end as a stranger's: it is open or
 * ran out, was signed out of, or was ended for its refresh token. An end of all sessions forgets those, too.
 */
export async function isDeviceKnown(executor: Executor, clientId: string, deviceId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('sessions')
    .select('sessionId')
    .where('clientId', '=', clientId)
    .where('deviceId', '=', deviceId)
    .where((session) => session.or([session('endReason', 'is', null), session('endReason', 'in', trustedEnds)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function prolongSession(
  executor: Executor,
  session: { sessionId: string; lastSeenAt: Date; expiresAt: Date },
): Promise<void> {
  const { sessionId, ...times } = session;
  await executor.updateTable('sessions').set(times).where('sessionId', '=', sessionId).execute();
}

/** @returns nothing when this call uses the token up, otherwise when and for what it was used before */
export async function insertUsedCaptcha(
  executor: Executor,
  captcha: { tokenHash: Buffer; action: string; usedAt: Date },
): Promise<UsedCaptcha | undefined> {
  const inserted = await executor
    .insertInto('usedCaptchas')
    .values(captcha)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return undefined;
  return executor
    .selectFrom('usedCaptchas')
    .select(['action', 'usedAt'])
    .where('tokenHash', '=', captcha.tokenHash)
    .executeTakeFirst();
}

/** When a token was used, and for what. */
interface UsedCaptcha {
  action: string;
  usedAt: Date;
}

export async function deleteOldCaptchas(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('usedCaptchas').where('usedAt', '<', before).execute();
}
