import pg from 'pg';
import { afterAll, expect, test } from 'vitest';

import { createTestDatabase } from './create-test-database.ts';

const database = await createTestDatabase();
const client = new pg.Client({ connectionString: database.ownerUrl });
await client.connect();
afterAll(() => client.end());

test('a test file gets a migrated database of its own', async () => {
  const other = await createTestDatabase();
  expect(other.url).not.toBe(database.url);
  const { rows } = await client.query(
    'select count(*)::int as tables from information_schema.tables where table_schema = $1',
    ['public'],
  );
  expect(rows[0].tables).toBeGreaterThan(5);
});

test('what one file writes is in no other database', async () => {
  await client.query('create table only_here (id int)');
  const later = await createTestDatabase();
  const second = new pg.Client({ connectionString: later.ownerUrl });
  await second.connect();
  await expect(second.query('select * from only_here')).rejects.toThrow('does not exist');
  await second.end();
});
