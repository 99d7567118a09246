import { createTestDatabase } from '@causeway/testing/create-test-database';
import { ManualClock } from '@causeway/testing/manual-clock';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '../../database/create-database.ts';
import type { Db } from '../../database/db.ts';
import { actAsAnotherCaller, SecondConnection } from '../../database/open-pool.ts';
import { keepForASecond } from './keep-for-a-second.ts';

const database = await createTestDatabase();
const db = createDatabase(database.url, { poolSize: 1 });
afterAll(() => db.destroy());

const load = async (source: Db) => (await sql<{ one: number }>`select 1 as one`.execute(source)).rows[0]?.one;

test('a transaction that has the last connection does not wait for a read that waits for it', async () => {
  const clock = new ManualClock();
  const get = keepForASecond(load);
  const { inside, outside } = await db.transaction().execute(async (trx) => {
    // Begun first, and without a connection until the transaction ends.
    const waiting = actAsAnotherCaller('a request that came before', () => get({ db, clock }));
    return { inside: await get({ db: trx, clock }), outside: { waiting } };
  });
  expect([inside, await outside.waiting]).toEqual([1, 1]);
});

test('a transaction may not ask by the pool, even for what is in memory', async () => {
  const clock = new ManualClock();
  const get = keepForASecond(load);
  await get({ db, clock });
  await expect(db.transaction().execute(() => get({ db, clock }))).rejects.toBeInstanceOf(SecondConnection);
});
