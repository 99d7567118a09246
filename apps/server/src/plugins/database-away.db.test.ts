import { createServer } from 'node:net';
import { startPooler, type PoolerManner } from '@causeway/testing/connection-pooler';
import { createTestDatabase } from '@causeway/testing/create-test-database';
import { runSql } from '@causeway/testing/run-sql';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { createDatabase } from '../database/create-database.ts';
import { openDatabase } from '../database/open-database.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { createTexts } from '../modules/locales/create-texts.ts';
import { draining } from './health.ts';
import { answerErrors } from './errors.ts';

const database = await createTestDatabase();
const log = createLog('silent');
const refusal = z.object({
  success: z.literal(0),
  error: z.string(),
  request_id: z.string(),
  errors: z.array(z.unknown()),
});

function createApp(url: string) {
  const db = createDatabase(url, { poolSize: 2 });
  const app = Fastify();
  const context = z.custom<AppContext>(() => true).parse({ config: readConfig({}), db, log, texts: createTexts(log) });
  answerErrors(app, context);
  app.get('/slow', async () => sql`select pg_sleep(60)`.execute(db));
  app.get('/quick', async () => (await sql`select 1 as one`.execute(db)).rows);
  app.get('/wrong', async () => sql`select 1 / 0`.execute(db));
  afterAll(async () => {
    await app.close();
    await db.destroy();
  });
  return app;
}

describe('any process may start first, die or wait: a database that is away', () => {
  test('answers 503 with Retry-After in the shape of a refusal, and works again once the broken connection is gone', async () => {
    const app = createApp(database.url);
    const slow = app.inject('/slow');
    const sleeping = `select from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`;
    await expect.poll(() => runSql(database.ownerUrl, sleeping)).toHaveLength(1);
    await runSql(
      database.ownerUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    const cut = await slow;
    expect([cut.statusCode, cut.headers['retry-after']]).toEqual([503, '5']);
    expect(refusal.parse(cut.json()).error).toBe('TRY_LATER');
    // The socket closes after the message that ends the query; what comes between meets it.
    await expect.poll(async () => (await app.inject('/quick')).statusCode).toBe(200);
    // A fault of the server keeps its status.
    expect((await app.inject('/wrong')).statusCode).toBe(500);
  });

  test('so does one that does not answer', async () => {
    const gone = createServer();
    const port = await new Promise<number>((resolve) =>
      gone.listen(0, '127.0.0.1', () => resolve(z.object({ port: z.int() }).parse(gone.address()).port)),
    );
    await new Promise((resolve) => gone.close(resolve));
    const answer = await createApp(`postgres://x:x@127.0.0.1:${port}/x`).inject('/quick');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  });

  test.each<[setting: string, manner: PoolerManner]>([
    ['DATABASE_URL', 'refuses settings'],
    ['DATABASE_URL', 'drops settings'],
    ['MIGRATION_DATABASE_URL', 'refuses settings'],
    ['MIGRATION_DATABASE_URL', 'drops settings'],
  ])('%s through a pooler that %s of connections is refused with the reason', async (setting, manner) => {
    const urls = { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl };
    await expect(openDatabase(readConfig(urls), log)).resolves.toBeDefined();
    const named = setting === 'DATABASE_URL' ? database.url : database.ownerUrl;
    const pooler = await startPooler(named, manner);
    await expect(openDatabase(readConfig({ ...urls, [setting]: pooler.url }), log)).rejects.toThrow(
      new RegExp(`^${setting}: leads to a pooler, such as PgBouncer`),
    );
    await pooler.close();
  });
});

describe('any process may start first, die or wait: one that was asked to stop', () => {
  test('says so before its port closes, and still answers', async () => {
    const app = Fastify();
    app.get('/readyz', async () => ({ status: 'ready' }));
    app.get('/call', async () => ({ success: 1 }));
    const startDraining = draining(app);
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    startDraining();
    const [ready, call] = [await app.inject('/readyz'), await app.inject('/call')];
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'draining' }]);
    expect([call.statusCode, call.headers['connection']]).toEqual([200, 'close']);
    await app.close();
  });
});
