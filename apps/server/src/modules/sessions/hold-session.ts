import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';

/**
 * Holds a session that lives until the transaction ends, so that nothing is given out by one that is being ended.
 *
 * @throws Refusal SESSION_OVER
 */
export async function holdSession(trx: Executor, sessionId: string, now: Date): Promise<void> {
  const row = await trx
    .selectFrom('sessions')
    .select('sessionId')
    .where('sessionId', '=', sessionId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .forShare()
    .executeTakeFirst();
  if (row === undefined) throw new Refusal({ code: 'SESSION_OVER' });
}
