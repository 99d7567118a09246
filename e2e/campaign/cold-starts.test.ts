import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeEmbeddedPostgres } from '@causeway/embedded-postgres/remove-embedded-postgres';
import { startEmbeddedPostgres } from '@causeway/embedded-postgres/start-embedded-postgres';
import { findFreePort } from '@causeway/testing/free-port';
import { runSql } from '@causeway/testing/run-sql';
import { startProcess, type StartedProcess } from '@causeway/testing/start-process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const rounds = process.env['CAMPAIGN'] === 'full' ? 20 : 1;
const roles = ['web', 'web', 'worker', 'worker'] as const;
const serverRole = 'cold_server';

let ownerUrl: string;
let sandboxUrl: string;
/** How long the last start of all took. */
let startMs = 10_000;
let firstState: unknown;
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
      const beganAt = Date.now();
      const victim = await begin('worker', database);
      const starting = Promise.allSettled(roles.map((role) => start(role, database)));
      // Killed at another moment of the start each time: whatever it had begun, the others finish.
      await Promise.race([sleep((startMs * (round - 0.5)) / rounds), starting]);
      await victim.kill('SIGKILL');
      const started = await starting;
      startMs = Date.now() - beganAt;
      const again = await Promise.allSettled([start('worker', database)]);
      const all = [...started, ...again];
      const up = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const state = up.length === all.length ? await readState(database) : undefined;
      const ends = await Promise.all(up.map((one) => one.stop()));
      expect(all.map((one) => (one.status === 'fulfilled' ? 'up' : String(one.reason)))).toEqual(all.map(() => 'up'));
      expect(ends.map(({ code, signal }) => code ?? signal)).toEqual(all.map(() => 0));
      for (const one of up) expect(one.logs()).not.toContain('current transaction is aborted');
      firstState ??= state;
      expect(state).toEqual(firstState);
      await runSql(ownerUrl, `drop database ${database} with (force)`);
    },
  );
});

describe('a draining process says so before its port closes', () => {
  test('SIGTERM while calls come: none is refused before /readyz says it, and those under way are answered', async () => {
    const database = 'drained';
    await runSql(ownerUrl, `create database ${database}`);
    const server = await start('web', database, { DRAIN_SECONDS: '20' });
    // Each on a connection of its own, as a proxy sends them while it does not know yet.
    const read = async (path: string) => {
      const response = await fetch(`${server.url}${path}`, { headers: { connection: 'close' } });
      return { status: response.status, body: await response.text() };
    };
    const call = async () => (await read('/onramp/config')).status;
    const says = async () => z.object({ status: z.string() }).parse(JSON.parse((await read('/readyz')).body)).status;
    const [early, late] = [await beginCall(server.port), await beginCall(server.port)];
    expect([await call(), await says()]).toEqual([200, 'ready']);

    const ended = server.kill('SIGTERM');
    const before: number[] = [];
    let state = await says();
    for (; state === 'ready'; state = await says()) before.push(await call());
    expect(state).toBe('draining');
    expect(before.filter((status) => status !== 200)).toEqual([]);
    // It still takes calls, on connections that are new and on those that it has.
    expect(await Promise.all(Array.from({ length: 8 }, call))).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await early.finish()).toMatch(/^HTTP\/1\.1 (200|401|404)/);
    expect(await says()).toBe('draining');
    await expect.poll(() => isOpen(server.port), { timeout: 60_000 }).toBe(false);
    // The port is closed, and what had begun is answered still.
    expect(await late.finish()).toMatch(/^HTTP\/1\.1 (200|401|404)/);
    expect((await ended).code).toBe(0);
    await runSql(ownerUrl, `drop database ${database} with (force)`);
  });
});

/** A call whose body is not there yet. */
async function beginCall(port: number): Promise<{ finish: () => Promise<string> }> {
  const body = 'refresh=nobodys';
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = ['POST /refresh_access_token HTTP/1.1', 'host: localhost', `content-length: ${body.length}`];
  socket.write(`${[...head, 'content-type: application/x-www-form-urlencoded'].join('\r\n')}\r\n\r\n`);
  return {
    async finish() {
      let answer = '';
      socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
      socket.end(body);
      await once(socket, 'close');
      return answer;
    },
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** What migrations and seeds leave, which is the same however many processes brought it. */
async function readState(database: string): Promise<unknown> {
  const owner = Object.assign(new URL(ownerUrl), { pathname: `/${database}` });
  const counts = ['migrations', 'payment_groups', 'payment_options', 'partners', 'clients', 'coupons'].map(
    (table) => `(select count(*) from ${table}) as ${table}`,
  );
  return runSql(owner.toString(), `select ${counts.join(', ')}`);
}

type Started = StartedProcess & { port: number; url: string };

async function start(
  role: string,
  database: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Started> {
  return launch(role, database, { settings, isAwaited: true });
}

async function begin(role: string, database: string): Promise<Started> {
  return launch(role, database, { settings: {}, isAwaited: false });
}

async function launch(
  role: string,
  database: string,
  { settings, isAwaited }: { settings: Readonly<Record<string, string>>; isAwaited: boolean },
): Promise<Started> {
  const port = await findFreePort();
  const [PORT, url] = [String(port), `http://localhost:${port}`];
  const owner = Object.assign(new URL(ownerUrl), { pathname: `/${database}` });
  const server = Object.assign(new URL(owner), { username: serverRole, password: serverRole });
  const env = {
    ROLE: role,
    PORT,
    LOG_LEVEL: 'warn',
    SANDBOX_URL: sandboxUrl,
    DATABASE_URL: server.toString(),
    MIGRATION_DATABASE_URL: owner.toString(),
    ...settings,
  };
  const readyUrl = `${url}/readyz`;
  const ready = isAwaited ? { readyUrl, readyWithinMs: 180_000 } : {};
  const started = await startProcess({ name: role, entry: 'apps/server/dist/main.js', env, ...ready });
  return { ...started, port, url };
}
