import { queryRows } from '@causeway/testing/query-rows';
import { z } from 'zod';

// A killed server leaves its jobs active until their heartbeat is missed: that try is lost already. The engine's own
// jobs have no heartbeat, and what one of them was to begin at a minute is begun at the next.
const lastTrySql = `
  select count(*)::int as count from pgboss.job
  where state in ('retry', 'active') and not starts_with(name, '__pgboss__')
    and retry_count + (state = 'active' and started_on < $1)::int >= greatest(retry_limit - 1, 1)`;

/** Whether a job is about to be given up: it may fail once more at most. `since` is the start of the server. */
export async function hasLastTry(databaseUrl: string, since: Date): Promise<boolean> {
  const [found] = await queryRows(databaseUrl, z.object({ count: z.int() }), lastTrySql, [since]);
  return found !== undefined && found.count > 0;
}
