import { createTestDatabase } from '@causeway/testing/create-test-database';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createContext } from '../create-context.ts';
import { createLog } from '../log.ts';
import { seedDatabase } from '../seed-database.ts';
import { startWorker } from '../worker.ts';
import { migrateDatabase, waitForMigrations } from './migrate-database.ts';
import { applyMigration } from './apply-migration.ts';

const serverRole = 'causeway_server';
const database = await createTestDatabase();
const admin = new pg.Client({ connectionString: database.ownerUrl });
await admin.connect();
afterAll(() => admin.end());

/** A database without any migration. */
async function makeEmpty(name: string): Promise<{ url: string; ownerUrl: string; drop: () => Promise<unknown> }> {
  await admin.query(`create database ${name}`);
  const [url = '', ownerUrl = ''] = [database.url, database.ownerUrl].map((text) =>
    Object.assign(new URL(text), { pathname: `/${name}` }).toString(),
  );
  return { url, ownerUrl, drop: () => admin.query(`drop database ${name} with (force)`) };
}

describe('any process may start first, die or wait', () => {
  test('web and worker processes that start together on an empty database all come up', async () => {
    for (let round = 1; round <= 2; round += 1) {
      const { url, ownerUrl, drop } = await makeEmpty(`empty_${process.pid}_${round}`);
      const started = await Promise.allSettled(
        (['web', 'web', 'worker', 'worker'] as const).map(async (ROLE) => {
          const config = readConfig({ ROLE, LOG_LEVEL: 'silent', SANDBOX_URL: 'http://127.0.0.1:9' });
          await migrateDatabase(ownerUrl, { serverRole });
          const opened = await createContext(config, createLog('silent'), url);
          await seedDatabase(opened.context);
          if (ROLE === 'worker') await startWorker(opened.jobContext, opened.boss);
          return opened;
        }),
      );
      for (const one of started) if (one.status === 'fulfilled') await one.value.stop();
      await drop();
      expect(started.map((one) => (one.status === 'fulfilled' ? 'up' : String(one.reason)))).toEqual(
        Array.from({ length: 4 }, () => 'up'),
      );
    }
  }, 180_000);

  test('a process that may not migrate waits for one that does, and says in one line when none does', async () => {
    const { url, ownerUrl, drop } = await makeEmpty(`waits_${process.pid}`);
    await expect(waitForMigrations(url, 0)).rejects.toThrow(
      /lacks the migration 0001-ledger.sql.*MIGRATION_DATABASE_URL/,
    );
    const waiting = waitForMigrations(url, 60_000);
    await migrateDatabase(ownerUrl, { serverRole });
    await waiting;
    await drop();
  });
});

describe('a migration that waits for a busy table gives up and tries again', () => {
  const quick = { lockTimeoutMs: 50, tries: 20, pauseMs: 100 };
  const change = { name: '9999-busy.sql', sql: 'alter table letters add column busy int' };

  test('to others, and is applied when the table is free', async () => {
    const [holder, client] = [0, 1].map(() => new pg.Client({ connectionString: database.ownerUrl }));
    await Promise.all([holder?.connect(), client?.connect()]);
    await holder?.query('begin; lock table letters in access share mode');
    if (client === undefined) throw new Error('No client.');
    await expect(applyMigration(client, change, { ...quick, tries: 2 })).rejects.toThrow(
      /9999-busy.sql failed: canceling statement due to lock timeout.*start again/,
    );
    const applying = applyMigration(client, change, quick);
    await new Promise((resolve) => setTimeout(resolve, 120));
    await admin.query('set lock_timeout = 5000; select count(*) from letters');
    await holder?.query('commit');
    await applying;
    const { rows } = await admin.query(`select name from migrations where name = '9999-busy.sql'`);
    expect(rows).toHaveLength(1);
    await Promise.all([holder?.end(), client.end()]);
  });
});
