import { runSql } from '@causeway/testing/run-sql';

/** Ends the time for which the price of an order is locked. */
export async function endPrice(databaseUrl: string, niceId: string): Promise<void> {
  await runSql(databaseUrl, `update orders set expires_at = now() - interval '1 minute' where nice_id = '${niceId}'`);
}
