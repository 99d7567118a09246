import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../config/config.ts';
import type { AppContext } from '../context.ts';
import { wellKnown } from './well-known.ts';

test('llms.txt lists the manual, and each page is served with the address of this installation', async () => {
  const config = readConfig({});
  const app = Fastify();
  wellKnown(app, z.custom<AppContext>(() => true).parse({ config, clock: { now: () => new Date() } }));
  const list = (await app.inject('/llms.txt')).body;
  const { origin } = new URL(config.PUBLIC_URL);
  const pages = [...list.matchAll(/\]\((\S+\/manual\/\S+)\)/g)].map(([, address = '']) => address);
  expect(pages.length).toBeGreaterThanOrEqual(12);
  for (const address of pages) {
    expect(new URL(address).origin).toBe(origin);
    const page = await app.inject(new URL(address).pathname);
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(page.body).toMatch(/^# /);
    expect(page.body).not.toContain('your-causeway.example');
  }
  expect((await app.inject('/manual/operating.md')).statusCode).toBe(404);
  expect((await app.inject('/manual/../../package.json')).statusCode).toBe(404);
  await app.close();
});
