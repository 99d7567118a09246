import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';

/** Whether some partner's pages are at this origin. */
export async function isPartnerOrigin(executor: Executor, origin: string): Promise<boolean> {
  const row = await executor
    .selectFrom('partners')
    .select('partnerKey')
    .where(sql<boolean>`${origin} = any(allowed_origins)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
