import { createTestDatabase } from '@causeway/testing/create-test-database';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createBossDatabase } from '../jobs/boss-database.ts';
import { createDatabase } from './create-database.ts';

const { url } = await createTestDatabase();

describe('any process may start first, die or wait: a poisoned connection is thrown away', () => {
  test('of the queue, after a script that failed inside its transaction', async () => {
    const database = createBossDatabase(url, 1);
    await expect(database.executeSql('begin; select 1/0; commit;')).rejects.toThrow('division by zero');
    expect((await database.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  test('of requests, when one comes back in the middle of a transaction', async () => {
    const db = createDatabase(url, { poolSize: 1 });
    const readPid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
    const first = await readPid();
    expect(await readPid()).toBe(first);
    await sql.raw('begin').execute(db);
    expect(await readPid()).not.toBe(first);
    await db.destroy();
  });
});
