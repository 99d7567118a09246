import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeEmbeddedPostgres } from '@causeway/embedded-postgres/remove-embedded-postgres';
import { startEmbeddedPostgres } from '@causeway/embedded-postgres/start-embedded-postgres';
import { findFreePort } from '@causeway/testing/free-port';
import { runSql } from '@causeway/testing/run-sql';
import { startProcess, type StartedProcess } from '@causeway/testing/start-process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const rounds = process.env['CAMPAIGN'] === 'full' ? 20 : 1;
const roles = ['web', 'web', 'worker', 'worker'] as const;
const serverRole = 'cold_server';

let ownerUrl: string;
let sandboxUrl: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-cold-'));
  await chmod(dataDirectory, 0o755);
  closing.push(() => removeEmbeddedPostgres(dataDirectory));
  const database = await startEmbeddedPostgres({ dataDirectory, fsync: false, maxConnections: 300 });
  closing.push(() => database.stop());
  ownerUrl = database.url;
  await runSql(ownerUrl, `create role ${serverRole} login password '${serverRole}'`);
  const [port, smtp] = [await findFreePort(), await findFreePort()];
  sandboxUrl = `http://localhost:${port}`;
  const env = { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtp), SANDBOX_BLOCK_SECONDS: '0' };
  const readyUrl = `${sandboxUrl}/control/journal`;
  const sandbox = await startProcess({ name: 'sandbox', entry: 'apps/sandbox/dist/main.js', env, readyUrl });
  closing.push(() => sandbox.stop());
}, 120_000);

afterAll(async () => {
  for (const close of closing.toReversed()) await close().catch(() => {});
});

describe('any process may start first, die or wait', () => {
  test.each(Array.from({ length: rounds }, (_unused, index) => index + 1))(
    'two web and two worker processes start together on an empty database, one dies on the way: round %i',
    async (round) => {
      const database = `cold_${round}`;
      await runSql(ownerUrl, `create database ${database}`);
      const started = await Promise.allSettled(roles.map((role) => start(role, database)));
      // Killed at another moment each time: the next process continues its work.
      const victim = await begin('worker', database);
      await sleep(200 + ((round * 370) % 4000));
      await victim.kill('SIGKILL');
      const again = await Promise.allSettled([start('worker', database)]);
      const all = [...started, ...again];
      for (const one of all) if (one.status === 'fulfilled') await one.value.stop();
      expect(all.map((one) => (one.status === 'fulfilled' ? 'up' : String(one.reason)))).toEqual(all.map(() => 'up'));
      for (const one of all)
        if (one.status === 'fulfilled') expect(one.value.logs()).not.toContain('current transaction is aborted');
    },
  );
});

async function start(role: string, database: string): Promise<StartedProcess> {
  return launch(role, database, true);
}

async function begin(role: string, database: string): Promise<StartedProcess> {
  return launch(role, database, false);
}

async function launch(role: string, database: string, isAwaited: boolean): Promise<StartedProcess> {
  const PORT = String(await findFreePort());
  const owner = Object.assign(new URL(ownerUrl), { pathname: `/${database}` });
  const server = Object.assign(new URL(owner), { username: serverRole, password: serverRole });
  const env = {
    ROLE: role,
    PORT,
    LOG_LEVEL: 'warn',
    SANDBOX_URL: sandboxUrl,
    DATABASE_URL: server.toString(),
    MIGRATION_DATABASE_URL: owner.toString(),
  };
  const readyUrl = `http://localhost:${PORT}/readyz`;
  const ready = isAwaited ? { readyUrl, readyWithinMs: 180_000 } : {};
  return startProcess({ name: role, entry: 'apps/server/dist/main.js', env, ...ready });
}
