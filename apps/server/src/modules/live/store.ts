import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';

/** Which of these sessions are valid. */
export async function listLiveSessions(
  executor: Executor,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await executor
    .selectFrom('sessions')
    .select('sessionId')
    .where(sql<boolean>`session_id = any(${sessionIds}::uuid[])`)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute();
  return new Set(rows.map(({ sessionId }) => sessionId));
}
