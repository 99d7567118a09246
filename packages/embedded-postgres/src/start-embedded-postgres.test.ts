import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { removeEmbeddedPostgres } from './remove-embedded-postgres.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

let parent: string;
let dataDirectory: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'causeway-embedded-'));
  await chmod(parent, 0o755);
  dataDirectory = join(parent, 'data');
});

afterEach(async () => {
  await removeEmbeddedPostgres(dataDirectory);
  await rm(parent, { recursive: true, force: true });
});

const start = (log?: (line: string) => void) =>
  startEmbeddedPostgres({ dataDirectory, fsync: false, ...(log && { log }) });

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that goes away under an open connection is what some of these tests are about.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the database in another process, which says so and then waits to be killed. */
async function startElsewhere(): Promise<{ kill: () => Promise<void>; url: string }> {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('start-embedded-postgres.ts', import.meta.url).href)});
    const database = await startEmbeddedPostgres({ dataDirectory: ${JSON.stringify(dataDirectory)}, fsync: false });
    console.log(database.url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  return {
    url,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** Where nothing listens: at the port, or at the socket. */
const gone = /ECONNREFUSED|ENOENT/;

async function postmasterPid(): Promise<number> {
  const home = (await readFile(join(dataDirectory, 'location'), 'utf8').catch(() => dataDirectory)).trim();
  return Number((await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

test('a second start keeps the data, the port and the password', async () => {
  const first = await start();
  await query(first.url, 'create table kept (id int); insert into kept values (7)');
  await first.stop();
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select id from kept')).toEqual([{ id: 7 }]);
});

test('only the owner of the password gets in, and only its file holds it', async () => {
  const database = await start();
  await expect(query(database.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  );
  expect((await stat(join(dataDirectory, 'password'))).mode & 0o777).toBe(0o600);
});

test('a server whose owner was killed is adopted with its data', async () => {
  const owner = await startElsewhere();
  await query(owner.url, 'create table kept (id int)');
  await owner.kill();
  const orphan = await postmasterPid();
  const adopted = await start();
  expect(await postmasterPid()).toBe(orphan);
  expect(await query(adopted.url, 'select count(*)::int as rows from kept')).toEqual([{ rows: 0 }]);
  await adopted.stop();
  await expect(query(adopted.url, 'select 1')).rejects.toThrow(gone);
});

test('a crashed server leaves a stale pid file, and the next start recovers what was committed', async () => {
  const first = await startEmbeddedPostgres({ dataDirectory });
  await query(first.url, 'create table kept (id int)');
  process.kill(await postmasterPid(), 'SIGKILL');
  const second = await startEmbeddedPostgres({ dataDirectory });
  expect(await query(second.url, 'select * from kept')).toEqual([]);
});

test('a hung server is stopped and replaced', async () => {
  const lines: string[] = [];
  await start();
  const hung = await postmasterPid();
  process.kill(hung, 'SIGSTOP');
  const replacement = await start((line) => lines.push(line));
  expect(await postmasterPid()).not.toBe(hung);
  expect(await query(replacement.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(lines.join()).toContain('does not answer');
}, 60_000);

test('a first start killed half-way is redone', async () => {
  await mkdir(join(dataDirectory, 'initialising-aaaa'), { recursive: true });
  await writeFile(join(dataDirectory, 'initialising-aaaa', 'PG_VERSION'), '18');
  const database = await start();
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(dataDirectory)).filter((name) => name.startsWith('initialising'))).toEqual([]);
});

test('two starts at the same moment share one server, which lives until the last has stopped', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  expect(first.url).toBe(second.url);
  await first.stop();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.stop();
  await expect(query(second.url, 'select 1')).rejects.toThrow(gone);
});

test('when another program took the remembered port, another is chosen', async () => {
  const first = await start();
  await first.stop();
  const squatter = createServer().listen(first.port, '127.0.0.1');
  const second = await start();
  squatter.close();
  expect(second.port).not.toBe(first.port);
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('data of another major version is refused in one line', async () => {
  const first = await start();
  await first.stop();
  const home = (await readFile(join(dataDirectory, 'location'), 'utf8').catch(() => dataDirectory)).trim();
  await writeFile(join(home, 'cluster', 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(/made by PostgreSQL 17 and this is PostgreSQL 18/);
});

test.runIf(process.getuid?.() === 0)(
  'root in a folder that others cannot enter keeps the data where the server can reach it',
  async () => {
    await chmod(parent, 0o700);
    const lines: string[] = [];
    const first = await start((line) => lines.push(line));
    await query(first.url, 'create table kept (id int)');
    await first.stop();
    expect(lines.join()).toContain('cannot enter');
    await chmod(parent, 0o755);
    const second = await start();
    expect(await query(second.url, 'select * from kept')).toEqual([]);
  },
);
