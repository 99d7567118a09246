import { createTestDatabase } from '@causeway/testing/create-test-database';
import pg from 'pg';
import { expect, test } from 'vitest';

const database = await createTestDatabase();

test('what refers to a client or a session is found by an index: erasing one scans no table', async () => {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ reference: string }>(`
    select conrelid::regclass || '.' || attname as reference
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in ('clients'::regclass, 'sessions'::regclass) and conparentid = 0
      and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
          -- One that leaves out rows without a reference has all that are looked for.
          and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname))
      )
    order by reference
  `);
  await client.end();
  expect(rows.map(({ reference }) => reference)).toEqual([]);
});
