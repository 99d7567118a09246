import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startPooler } from '@causeway/testing/connection-pooler';
import { createTestDatabase } from '@causeway/testing/create-test-database';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { live } from '../config/fixtures/live-settings.ts';
import { serve } from '../serve.ts';

const database = await createTestDatabase();
const empty = await createTestDatabase({ from: 'nothing' });

const pooler = await startPooler(database.url, 'drops settings');
const ownersPooler = await startPooler(database.ownerUrl, 'refuses settings');
afterAll(() => Promise.all([pooler.close(), ownersPooler.close()]));

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
    const server = await serve(readConfig({ ...settings, LOG_LEVEL: 'silent', ...changed }));
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

  test('a database that nobody has migrated is named', async () => {
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
  const url = new URL(database.url);
  url.port = '1';
  return url.href;
}
