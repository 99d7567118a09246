import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openOrderWorld } from '../modules/orders/fixtures/open-order-world.ts';
import { answerErrors } from './errors.ts';
import { widgetFiles } from './widget-files.ts';

const world = await openOrderWorld();
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** A server of one release of the widget, that listens for browsers. */
async function release(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'causeway-release-'));
  folders.push(folder);
  for (const [name, body] of Object.entries(files)) await writeFile(join(folder, name), body);
  const app = Fastify();
  answerErrors(app, world.context);
  await widgetFiles(app, world.context, pathToFileURL(`${folder}/`));
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const names = Object.keys(files);
  const kept = () => world.context.db.selectFrom('widgetFiles').select('name').where('name', 'in', names).execute();
  await expect.poll(async () => (await kept()).length).toBe(names.length);
  return app;
}

const script = (change: string) =>
  Array.from({ length: 3000 }, (_, line) => `const line${line} = ${line * 7919};`).join('\n') + change;
const digest = (body: string, encoding: 'base64' | 'hex') => createHash('sha256').update(body).digest(encoding);
const withDictionary = (body: string) => ({
  'accept-encoding': 'gzip, br, zstd, dcb, dcz',
  'available-dictionary': `:${digest(body, 'base64')}:`,
});

test('a browser that has the script of an earlier release is sent the difference alone', async () => {
  const first = await release({ 'entry-aaaaaaa.js': script('// first'), 'other-aaaaaaa.js': 'const other = 1;' });
  const given = await first.inject('/assets/entry-aaaaaaa.js');
  expect(given.headers).toMatchObject({
    'use-as-dictionary': 'match="/assets/entry-*.js"',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding, available-dictionary',
  });

  const next = await release({ 'entry-bbbbbbb.js': script('// next') });
  const headers = withDictionary(script('// first'));
  const difference = await next.inject({ url: '/assets/entry-bbbbbbb.js', headers });
  expect(difference.statusCode).toBe(200);
  expect(difference.headers).toMatchObject({
    'content-encoding': 'dcz',
    'content-type': 'text/javascript; charset=utf-8',
    'use-as-dictionary': 'match="/assets/entry-*.js"',
    vary: 'accept-encoding, available-dictionary',
  });
  const bytes = difference.rawPayload;
  expect(bytes.length).toBeLessThan(200);
  expect(bytes.subarray(0, 40).toString('hex')).toBe(`5e2a4d1820000000${digest(script('// first'), 'hex')}`);
  const dictionary = Buffer.from(script('// first'));
  expect(zstdDecompressSync(bytes.subarray(40), { dictionary }).toString()).toBe(script('// next'));
  expect((await next.inject({ url: '/assets/entry-bbbbbbb.js', headers })).rawPayload).toEqual(bytes);

  for (const [why, asked] of [
    ['another file’s', withDictionary('const other = 1;')],
    ['one that was never given', withDictionary('unknown')],
    ['no digest', { ...headers, 'available-dictionary': ':x:' }],
    ['a browser that takes none', { ...headers, 'accept-encoding': 'gzip, br' }],
  ] as const) {
    const whole = await next.inject({ url: '/assets/entry-bbbbbbb.js', headers: asked });
    expect([whole.statusCode, whole.headers['content-encoding'], whole.body], why).toEqual([
      200,
      undefined,
      script('// next'),
    ]);
  }
});

test('a tab of before the release gets the rest of its own files, and never a page in their place', async () => {
  await release({ 'late-aaaaaaa.js': 'const late = 1;', 'late-aaaaaaa.css': 'a{}' });
  const next = await release({ 'late-bbbbbbb.js': 'const late = 2;' });
  const kept = await next.inject('/assets/late-aaaaaaa.js');
  expect([kept.statusCode, kept.body]).toEqual([200, 'const late = 1;']);
  expect((await next.inject('/assets/late-aaaaaaa.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  for (const url of ['/assets/late-ccccccc.js', '/assets/late-aaaaaaa.js.map', '/assets/..%2f..%2fpackage.json'])
    expect((await next.inject(url)).json(), url).toMatchObject({ success: 0, errors: [{ code: 'NOT_FOUND' }] });
});

test('what no browser is likely to come back with is not kept', async () => {
  await release({ 'old-aaaaaaa.js': 'const old = 1;' });
  const { clock } = world.context;
  const later = Date.now() + 91 * 86_400_000;
  const now = clock.now;
  clock.now = () => new Date(later);
  onTestFinished(() => {
    clock.now = now;
  });
  const next = await release({ 'old-bbbbbbb.js': 'const old = 2;' });
  expect((await next.inject('/assets/old-aaaaaaa.js')).statusCode).toBe(404);
  expect((await next.inject('/assets/old-bbbbbbb.js')).statusCode).toBe(200);
});

test('after a release each difference is made once, and while the database is away the whole file is sent', async () => {
  await release({ 'crowd-aaaaaaa.js': script('// before') });
  const next = await release({ 'crowd-bbbbbbb.js': script('// after') });
  const asked = { url: '/assets/crowd-bbbbbbb.js', headers: withDictionary(script('// before')) };
  const looks = vi.spyOn(world.context.db, 'selectFrom');
  onTestFinished(() => looks.mockRestore());
  looks.mockImplementation(() => {
    throw new Error('The database is away.');
  });
  const whole = await next.inject(asked);
  expect([whole.statusCode, whole.body]).toEqual([200, script('// after')]);
  looks.mockRestore();
  const again = vi.spyOn(world.context.db, 'selectFrom');
  onTestFinished(() => again.mockRestore());
  const crowd = await Promise.all(Array.from({ length: 20 }, () => next.inject(asked)));
  expect(crowd.map(({ headers }) => headers['content-encoding'])).toEqual(crowd.map(() => 'dcz'));
  expect(again).toHaveBeenCalledTimes(1);
});
