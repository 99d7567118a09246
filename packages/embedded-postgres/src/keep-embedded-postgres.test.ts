import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepEmbeddedPostgres } from './keep-embedded-postgres.ts';
import { removeEmbeddedPostgres } from './remove-embedded-postgres.ts';

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

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function findCluster(): Promise<string> {
  const home = (await readFile(join(dataDirectory, 'location'), 'utf8').catch(() => dataDirectory)).trim();
  return join(home, 'cluster');
}

async function killServer(): Promise<void> {
  const pid = Number((await readFile(join(await findCluster(), 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
}

test('a server that ended while it was in use runs again at the same address, with what was committed', async () => {
  const lines: string[] = [];
  const database = await keepEmbeddedPostgres({ dataDirectory }, (line) => void lines.push(line));
  await ask(database.url, 'create table kept (id int); insert into kept values (7)');
  for (const turn of [1, 2]) {
    await killServer();
    const read = () => ask(database.url, 'select id from kept').catch((error: unknown) => error);
    await expect.poll(() => lines.length).toBe(turn);
    expect(await read()).toEqual([{ id: 7 }]);
  }
  expect(new Set(lines)).toEqual(new Set(['The database server had ended: it runs again']));
  await database.stop();
  await expect(ask(database.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test('one that cannot start is tried again until it can, and a stop meanwhile ends it', async () => {
  const lines: string[] = [];
  const database = await keepEmbeddedPostgres({ dataDirectory }, (line) => void lines.push(line));
  const settings = join(await findCluster(), 'postgresql.conf');
  const before = await readFile(settings);
  // A disk that is full stands for anything that keeps it from starting.
  await rm(settings);
  await killServer();
  await expect.poll(() => lines).toEqual([expect.stringContaining('The database server has ended')]);
  await writeFile(settings, before);
  await expect.poll(() => lines.at(-1)).toBe('The database server had ended: it runs again');
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await rm(settings);
  await killServer();
  await database.stop();
  await writeFile(settings, before);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await expect(ask(database.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});
