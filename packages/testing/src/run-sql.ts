import pg from 'pg';

/** Runs SQL over a connection of its own. @returns its rows */
export async function runSql(url: string, sql: string, values: readonly string[] = []): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
