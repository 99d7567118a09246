import { queryRows } from '@causeway/testing/query-rows';
import { z } from 'zod';

// A killed server leaves its jobs active until their heartbeat is missed: that try is lost already. The engine's own
// jobs have no heartbeat, and what one of them was to begin at a minute is begun at the next.
const lastTrySql = `
  select name || ' at ' || start_after as job from pgboss.job
  where state in ('retry', 'active') and not starts_with(name, '__pgboss__')
    and retry_count + (state = 'active' and started_on < $1)::int >= greatest(retry_limit - 1, 1)`;

/** Jobs about to be given up: they may fail once more at most. `since` is the start of the server. */
export async function listLastTries(databaseUrl: string, since: Date): Promise<string[]> {
  const found = await queryRows(databaseUrl, z.object({ job: z.string() }), lastTrySql, [since]);
  return found.map(({ job }) => job);
}
