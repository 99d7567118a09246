import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@causeway/testing/create-test-database';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase } from './create-database.ts';

test('a server that stops in the middle of a transaction does not stop the others, and goes on afterwards', async () => {
  const { ownerUrl: url } = await createTestDatabase();
  const lost: Error[] = [];
  const stalled = createDatabase(url, { stalledTransactionMs: 300, onLostConnection: (error) => lost.push(error) });
  const other = createDatabase(url);
  await sql`create table counted (count int)`.execute(other);
  await sql`insert into counted values (0)`.execute(other);

  const paused = stalled.transaction().execute(async (trx) => {
    await sql`update counted set count = count + 1`.execute(trx);
    await sleep(1500);
    await sql`update counted set count = count + 1`.execute(trx);
  });
  await sleep(100);
  const [refused] = await Promise.allSettled([paused, sql`update counted set count = count + 10`.execute(other)]);
  expect(refused.status).toBe('rejected');
  expect(lost.length).toBeGreaterThan(0);
  await sql`update counted set count = count + 100`.execute(stalled);
  expect((await sql<{ count: number }>`select count from counted`.execute(other)).rows).toEqual([{ count: 110 }]);
  await Promise.all([stalled.destroy(), other.destroy()]);
});
