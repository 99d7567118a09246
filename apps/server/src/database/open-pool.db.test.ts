import { readdir, readFile } from 'node:fs/promises';
import { createTestDatabase } from '@causeway/testing/create-test-database';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createDatabase } from './create-database.ts';
import type { Executor } from './db.ts';
import { actAsAnotherCaller, openPool, SecondConnection, withClient } from './open-pool.ts';

const { url } = await createTestDatabase();
const db = createDatabase(url, { poolSize: 2 });
const other = createDatabase(url, { poolSize: 2 });
const plain = openPool({ connectionString: url, max: 1, connectionTimeoutMillis: 200 });
afterAll(() => Promise.all([db.destroy(), other.destroy(), plain.end()]));

const ask = (executor: Executor) => sql<{ one: number }>`select 1 as one`.execute(executor);

describe('one connection to the database inside a transaction', () => {
  const calls: [string, () => Promise<unknown>][] = [
    ['the pool of the transaction', () => ask(db)],
    ['another pool', () => ask(other)],
    ['a second transaction', () => db.transaction().execute(ask)],
    ['connections of the queue and of the budgets', async () => plain.query('select 1')],
    ['after it has waited for something else', () => new Promise((done) => setTimeout(done, 5)).then(() => ask(other))],
  ];
  test.each(calls)('%s refuses', async (_name, call) => {
    const refused = db.transaction().execute(async () => void (await call()));
    await expect(refused).rejects.toBeInstanceOf(SecondConnection);
    const isolated = db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async () => void (await call()));
    await expect(isolated).rejects.toBeInstanceOf(SecondConnection);
    await call();
  });

  test('the transaction itself answers, and what it started may ask when it is over', async () => {
    const { after } = await db.transaction().execute(async (trx) => {
      await ask(trx);
      return { after: new Promise((done) => setTimeout(done, 100)).then(() => ask(db)) };
    });
    expect((await after).rows).toEqual([{ one: 1 }]);
  });

  test('two transactions of two callers do not know of each other', async () => {
    const both = [db, db].map((one) => one.transaction().execute(ask));
    expect(await Promise.all(both)).toHaveLength(2);
  });

  test('a connection held without the pool knowing is not to be had', () => {
    expect(() => db.startTransaction()).toThrow('transaction()');
    expect(() => db.connection()).toThrow('transaction()');
  });

  test('another caller may be acted within a test, and must say why', async () => {
    await db.transaction().execute(() => actAsAnotherCaller('a request that meets it', () => ask(db)));
    await expect(actAsAnotherCaller('', () => ask(db))).rejects.toThrow('why');
  });

  test('waiting for a connection has an end', async () => {
    const held = await plain.connect();
    await expect(plain.query('select 1')).rejects.toThrow('timeout');
    held.release();
    // Longer than the database lets a stalled transaction keep a connection.
    const usual = openPool({ connectionString: url });
    expect(usual.options.connectionTimeoutMillis).toBeGreaterThan(15_000);
    expect(usual.options.connectionTimeoutMillis).toBeLessThanOrEqual(30_000);
    await usual.end();
  });

  test('work over a connection of its own fails when that is lost, and the program goes on', async () => {
    const lost = withClient({ connectionString: url }, async (client) => {
      await client.query('select pg_terminate_backend(pg_backend_pid())');
    });
    await expect(lost).rejects.toThrow('terminat');
    await new Promise((done) => setTimeout(done, 100));
    expect(
      await withClient({ connectionString: url }, async (client) => (await client.query('select 1')).rowCount),
    ).toBe(1);
  });

  test('no pool is made by other means, and only tests act as another caller', async () => {
    const root = new URL('../', import.meta.url);
    const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.ts'));
    const texts = await Promise.all(
      files.map(async (file) => ({ file, text: await readFile(new URL(file, root), 'utf8') })),
    );
    const isTest = (file: string) => /\.test\.ts$|\/fixtures\//.test(file);
    const product = texts.filter(({ file }) => !isTest(file));
    const having = (part: RegExp) => product.filter(({ text }) => part.test(text)).map(({ file }) => file);
    expect(having(/new (pg\.)?Pool\(/)).toEqual(['database/open-pool.ts']);
    expect(having(/new Kysely\b|new GuardedDatabase/)).toEqual(['database/create-database.ts']);
    expect(having(/actAsAnotherCaller/)).toEqual(['database/open-pool.ts']);
  });
});
