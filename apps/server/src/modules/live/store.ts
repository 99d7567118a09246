import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import { defineJob } from '../../jobs/define-job.ts';

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

/** Channel on which every process with streams listens. */
export const changesChannel = 'client_changes';

const takenAtOnce = 500;
const taken = z.array(z.object({ count: z.coerce.number() }));

/**
 * Takes the changes that triggers have left since the last time, and notifies all processes of each once. Its commits
 * wait for no disk, so notifying commits do not hold each other up.
 */
export async function announceChanges(executor: Executor): Promise<void> {
  for (let count = takenAtOnce; count === takenAtOnce;) {
    const { rows } = await sql`
      with taken as (
        delete from announced_changes where change_id = any(array(
          select change_id from announced_changes order by change_id limit ${takenAtOnce} for update skip locked
        )) returning kind, client_id
      ), changes as (select kind, client_id, count(*) as count from taken group by kind, client_id)
      select coalesce(sum(count), 0) as count, count(pg_notify(${changesChannel}, kind || ' ' || client_id)) as changes
      from changes
    `.execute(executor);
    count = taken.parse(rows)[0]?.count ?? 0;
  }
}

/** Announces what no process with open streams has, so that the table stays small. */
export const announceChangesJob = defineJob({
  name: 'announce-changes',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 2,
  retryMaxSeconds: 10,
  everySeconds: 10,
});
