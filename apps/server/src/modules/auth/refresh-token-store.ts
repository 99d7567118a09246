import type { Executor } from '../../database/db.ts';

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
      'sessions.createdAt as sessionOpenedAt',
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

/** Removes tokens that expired before then. Their sessions stay: they show when the client was signed in. */
export async function deleteOldRefreshTokens(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('refreshTokens').where('expiresAt', '<', before).execute();
}
