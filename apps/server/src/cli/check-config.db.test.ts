import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPooler } from '@causeway/testing/connection-pooler';
import { throughPort } from '@causeway/testing/through-port';
import { createTestDatabase } from '@causeway/testing/create-test-database';
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { live } from '../config/fixtures/live-settings.ts';
import { createContext } from '../create-context.ts';
import { createLog } from '../log.ts';
import { sampleSnapshot } from '../modules/pricing/fixtures/sample-prices.ts';
import { seedDatabase } from '../seed-database.ts';
import { serve } from '../serve.ts';
import { startWorker } from '../worker.ts';

const database = await createTestDatabase();
const empty = await createTestDatabase({ from: 'nothing' });
const sorted = await createTestDatabase({ from: 'nothing', language: 'en-US' });

const pooler = await startPooler(database.url, 'drops settings');
const ownersPooler = await startPooler(database.ownerUrl, 'refuses settings');
afterAll(() => Promise.all([pooler.close(), ownersPooler.close()]));

const select = z.array(z.object({ groups: z.array(z.object({ code: z.string() })) }));
const offered = z.object({ sw_config: z.object({ payin_select: select, payout_select: select }) });
const settings = { ...live, DATABASE_URL: database.url };

/** Runs the command with these settings alone. */
async function checkConfig(changed: Readonly<Record<string, string>>) {
  const entry = fileURLToPath(new URL('check-config.ts', import.meta.url));
  const env = { PATH: process.env['PATH'], ...settings, ...changed };
  const child = spawn(process.execPath, ['--conditions=source', entry], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const written: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => written.push(chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, said: Buffer.concat(written).toString('utf8') };
}

/** What a live start with these settings says before it ends. */
async function startLive(changed: Readonly<Record<string, string>>): Promise<string> {
  try {
    const server = await serve(readConfig({ ...settings, ...changed }));
    await server.stop();
    return 'started';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('a live server is strict: npm run check-config says what a live start would say', { timeout: 60_000 }, () => {
  test('what a live start would take is good', async () => {
    const said = 'The configuration is good for ENVIRONMENT=live. Offered: card_one, bitcoin.\n';
    expect(await checkConfig({})).toEqual({ code: 0, said });
  });

  test('a replica that follows no database is named', async () => {
    const { code, said } = await checkConfig({ DATABASE_REPLICA_URL: database.url });
    expect(said).toMatch(/^ {2}DATABASE_REPLICA_URL: is no replica/m);
    expect(code).toBe(1);
  });

  test('and comes up: one acquirer and one chain, with their jobs, offering nothing else', async () => {
    // The market is the only provider that a start waits for; the others are named and not there.
    const outside = new MockAgent();
    outside.disableNetConnect();
    const market = () => JSON.stringify({ ...sampleSnapshot(new Date()), at: Date.now() });
    outside.get('https://market.test').intercept({ path: '/v1/prices' }).reply(200, market).persist();
    const before = getGlobalDispatcher();
    setGlobalDispatcher(outside);
    const folder = await mkdtemp(join(tmpdir(), 'causeway-live-'));
    const config = readConfig({ ...settings, DOCUMENT_KEY_FILE: join(folder, 'key'), DATA_DIR: folder });
    const opened = await createContext(config, createLog('silent'), database.url);
    try {
      await seedDatabase(opened.context);
      await opened.rates.ready;
      await startWorker(opened.jobContext, opened.boss);
      const app = await createApi(opened.context);
      const answer = offered.parse((await app.inject('/onramp/config')).json()).sw_config;
      const groups = (list: typeof answer.payin_select) =>
        new Set(list.flatMap(({ groups: all }) => all.map(({ code }) => code)));
      expect(groups(answer.payin_select)).toEqual(new Set(['card', 'bitcoin', 'balance']));
      expect(groups(answer.payout_select)).toContain('bitcoin');
      expect([...groups(answer.payout_select)]).not.toEqual(expect.arrayContaining(['ethereum']));
      expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'ready' });
      const clients = await opened.context.db.selectFrom('clients').select('email').execute();
      expect(clients).toEqual([]);
      await app.close();
    } finally {
      await opened.stop();
      setGlobalDispatcher(before);
      await outside.close();
      await rm(folder, { recursive: true });
    }
  });

  test('a database without migrations is named', async () => {
    const { code, said } = await checkConfig({ DATABASE_URL: empty.url });
    expect(code).toBe(1);
    expect(said).toMatch(/MIGRATION_DATABASE_URL: is missing, .* lacks \d+ migrations/);
  });

  test.each<[mistake: string, changed: Record<string, string>, line: RegExp]>([
    ['a setting', { PUBLIC_URL: 'http://pay.causeway.test' }, /PUBLIC_URL: must be https/],
    ['a pooler', { DATABASE_URL: pooler.url }, /^DATABASE_URL: leads to a pooler, such as PgBouncer/],
    [
      'a pooler of the owner',
      { MIGRATION_DATABASE_URL: ownersPooler.url },
      /^MIGRATION_DATABASE_URL: leads to a pooler/,
    ],
    [
      'a database that sorts text by a language',
      { DATABASE_URL: sorted.url },
      /^DATABASE_URL: its database sorts text/,
    ],
    ['a database that is not there', { DATABASE_URL: nowhere() }, /^DATABASE_URL: the database cannot be used/],
    ['a role with too much power', { DATABASE_URL: database.ownerUrl }, /DATABASE_URL: its role is a superuser/],
  ])('%s that is wrong is refused by both', async (_mistake, changed, line) => {
    const { code, said } = await checkConfig(changed);
    expect([code, line.test(said)]).toEqual([1, true]);
    expect(await startLive(changed)).toMatch(line);
  });
});

/** A database on a port where nothing listens. */
function nowhere(): string {
  return throughPort(database.url, 1);
}
