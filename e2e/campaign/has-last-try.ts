import { queryRows } from '@causeway/testing/query-rows';
import { z } from 'zod';

const lastTrySql = `
  select count(*)::int as count from pgboss.job
  where state in ('retry', 'active') and retry_count >= greatest(retry_limit - 1, 1)`;

/** Whether a job is about to be given up: it may fail once more at most. */
export async function hasLastTry(databaseUrl: string): Promise<boolean> {
  const [found] = await queryRows(databaseUrl, z.object({ count: z.int() }), lastTrySql);
  return found !== undefined && found.count > 0;
}
