import type { Executor } from '../../database/db.ts';

export interface NewSession {
  sessionId: string;
  clientId: string;
  deviceId: string;
  deviceName: string;
  platform: string;
  createdAt: Date;
  expiresAt: Date;
}

export type EndReason = 'logged out' | 'refresh token reused';

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

export async function endSession(executor: Executor, sessionId: string, reason: EndReason, now: Date): Promise<void> {
  await executor
    .updateTable('sessions')
    .set({ endedAt: now, endReason: reason })
    .where('sessionId', '=', sessionId)
    .where('endedAt', 'is', null)
    .execute();
}

export async function prolongSession(
  executor: Executor,
  session: { sessionId: string; lastSeenAt: Date; expiresAt: Date },
): Promise<void> {
  const { sessionId, ...times } = session;
  await executor.updateTable('sessions').set(times).where('sessionId', '=', sessionId).execute();
}

export async function insertRefreshToken(
  executor: Executor,
  token: { tokenHash: Buffer; sessionId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await executor.insertInto('refreshTokens').values(token).execute();
}

/** A token with its session, locked: of parallel uses one comes first. */
export async function selectRefreshToken(executor: Executor, tokenHash: Buffer) {
  return executor
    .selectFrom('refreshTokens')
    .innerJoin('sessions', 'sessions.sessionId', 'refreshTokens.sessionId')
    .select([
      'refreshTokens.sessionId',
      'refreshTokens.expiresAt',
      'refreshTokens.usedAt',
      'refreshTokens.successorHash',
      'sessions.clientId',
      'sessions.endedAt as sessionEndedAt',
      'sessions.expiresAt as sessionExpiresAt',
    ])
    .where('refreshTokens.tokenHash', '=', tokenHash)
    .forUpdate('refreshTokens')
    .executeTakeFirst();
}

export async function isRefreshTokenUsed(executor: Executor, tokenHash: Buffer): Promise<boolean> {
  const row = await executor
    .selectFrom('refreshTokens')
    .select('usedAt')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined && row.usedAt !== null;
}

export async function markRefreshTokenUsed(
  executor: Executor,
  token: { tokenHash: Buffer; successorHash: Buffer; usedAt: Date },
): Promise<void> {
  const { tokenHash, ...columns } = token;
  await executor.updateTable('refreshTokens').set(columns).where('tokenHash', '=', tokenHash).execute();
}

export async function findSessionOfToken(executor: Executor, tokenHash: Buffer): Promise<string | undefined> {
  const row = await executor
    .selectFrom('refreshTokens')
    .select('sessionId')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  return row?.sessionId;
}

/** @returns nothing when the token is spent with this, otherwise when and on what it was spent before */
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

/** When a token was spent, and on what. */
export interface UsedCaptcha {
  action: string;
  usedAt: Date;
}

export async function deleteOldCaptchas(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('usedCaptchas').where('usedAt', '<', before).execute();
}

/** Removes tokens that ran out before then. Their sessions stay: they tell when who was signed in. */
export async function deleteOldRefreshTokens(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('refreshTokens').where('expiresAt', '<', before).execute();
}
