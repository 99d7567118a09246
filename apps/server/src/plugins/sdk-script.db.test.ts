import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { openOrderWorld } from '../modules/orders/fixtures/open-order-world.ts';
import { answerErrors } from './errors.ts';
import { readScriptVersion, sdkScript } from './sdk-script.ts';

const { context } = await openOrderWorld();
const root = await mkdtemp(join(tmpdir(), 'causeway-scripts-'));
afterAll(() => rm(root, { recursive: true }));
const files = ['causeway.js', 'causeway-more.js', 'causeway-qr.js', 'causeway-doctor.js'];

/** A server with a build of the SDK whose scripts hold this text. */
async function openServer(text: string) {
  const folder = pathToFileURL(`${join(root, 'sdk/dist')}/`);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL('../package.json', folder), '{"version":"0.1.0"}');
  await writeFile(new URL('integrity.json', folder), JSON.stringify({ text }));
  for (const name of files) await writeFile(new URL(name, folder), `${name} ${text}`);
  const app = Fastify();
  answerErrors(app, context);
  sdkScript(app, context, folder);
  return { app, version: await readScriptVersion(folder) };
}

test('an address with a version gives the same bytes after an update too, with all that the script fetches later', async () => {
  const first = await openServer('first');
  expect(first.version).toMatch(/^0\.1\.0-[\da-f]{8}$/);
  const given = await first.app.inject(`/sdk/${first.version}/causeway.js`);
  expect(given.body).toBe('causeway.js first');
  expect(given.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });

  const next = await openServer('next');
  expect(next.version).not.toBe(first.version);
  for (const name of files) {
    const kept = await next.app.inject(`/sdk/${first.version}/${name}`);
    expect([kept.statusCode, kept.body]).toEqual([200, `${name} first`]);
    expect((await next.app.inject(`/sdk/${next.version}/${name}`)).body).toBe(`${name} next`);
  }
  const newest = await next.app.inject('/causeway.js');
  expect([newest.body, newest.headers['cache-control']]).toEqual(['causeway.js next', 'public, max-age=300']);
});

test.each(['/sdk/0.1.0-00000000/causeway.js', '/sdk/0.1.0-00000000/other.js', '/sdk/a%2fb/causeway.js'])(
  '%s is not there, and nothing is kept for it',
  async (path) => {
    const { app } = await openServer('next');
    const count = () => context.db.selectFrom('scriptVersions').select('name').execute();
    const before = await count();
    expect((await app.inject(path)).statusCode).toBe(404);
    expect(await count()).toEqual(before);
  },
);
