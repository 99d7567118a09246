import pg from 'pg';
import type { z } from 'zod';

/** Reads rows over a connection of its own. */
export async function queryRows<Row extends z.ZodType>(
  url: string,
  row: Row,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<Row>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
    return rows.map((found) => row.parse(found));
  } finally {
    await client.end();
  }
}
