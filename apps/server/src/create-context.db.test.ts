import { createTestDatabase } from '@causeway/testing/create-test-database';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from './config/config.ts';
import { createContext } from './create-context.ts';
import type { Db } from './database/db.ts';
import { createLog } from './log.ts';

const database = await createTestDatabase();
const sizes = {
  DATABASE_CONNECTIONS: '3',
  DATABASE_JOB_CONNECTIONS: '2',
  DATABASE_QUEUE_CONNECTIONS: '2',
  DATABASE_BUDGET_CONNECTIONS: '1',
};
const config = readConfig({ ROLE: 'web', LOG_LEVEL: 'silent', SANDBOX_URL: 'http://127.0.0.1:9', ...sizes });
const opened = await createContext(config, createLog('silent'), database.url);
afterAll(() => opened.stop());

/** Connections that many queries at once are spread over. */
async function countConnections(db: Db): Promise<number> {
  const ask = () => sql<{ pid: number }>`select pg_backend_pid() as pid from pg_sleep(0.1)`.execute(db);
  const answers = await Promise.all(Array.from({ length: 12 }, ask));
  return new Set(answers.map(({ rows }) => rows[0]?.pid)).size;
}

describe('the sizes of the pools are settings', () => {
  test.each([
    ['DATABASE_CONNECTIONS', opened.context.db],
    ['DATABASE_JOB_CONNECTIONS', opened.jobContext.db],
  ] as const)('%s', async (name, db) => {
    expect(await countConnections(db)).toBe(Number(sizes[name]));
  });

  test('all of them together are the most that a process opens', async () => {
    const spending = { call: 'test', by: 'address', value: '192.0.2.1', max: 100, seconds: 60, isShared: true };
    const spend = () => opened.context.budgets.spend(spending);
    await Promise.all([countConnections(opened.context.db), ...Array.from({ length: 12 }, spend)]);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where datname = current_database()
    `.execute(opened.context.db);
    const most = Object.values(sizes).reduce((sum, size) => sum + Number(size), 0);
    expect(rows[0]?.count).toBeLessThanOrEqual(most);
  });
});
