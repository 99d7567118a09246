import { withClient } from './with-client.ts';

/** Runs SQL over a connection of its own. @returns its rows */
export function runSql(url: string, sql: string, values: readonly string[] = []): Promise<readonly unknown[]> {
  return withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql, [...values])).rows);
}
