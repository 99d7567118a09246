import type { z } from 'zod';
import { withClient } from './with-client.ts';

/** Reads rows over a connection of its own. */
export function queryRows<Row extends z.ZodType>(
  url: string,
  row: Row,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<Row>[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
    return rows.map((found) => row.parse(found));
  });
}
