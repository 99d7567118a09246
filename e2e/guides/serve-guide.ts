import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { findFreePort } from '@causeway/testing/free-port';
import { addPartner, type Hosts } from '../embed/open-hosts.ts';
import type { Stack } from '../stack.ts';
import { buildGuide, projectEnvironment } from './build-guide.ts';
import { guides, type Guide, type GuideName } from './guides.ts';

/** The page of a guide, built and served on an origin that is the partner's. */
export interface ServedGuide {
  url: string;
  /** Serves a project with a server of its own as its developer runs it. */
  develop: () => Promise<void>;
  stop: () => Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/**
 * Builds a guide with the keys of the test and serves what it made: files as the partner's site, a project with a
 * server of its own by that.
 */
export async function serveGuide(name: GuideName, stack: Stack, hosts: Hosts): Promise<ServedGuide> {
  const { output }: Guide = guides[name];
  const secret = 'sk_test_shop_sandbox_secret_key';
  const keysOf = (key: string) => ({
    'https://your-causeway.example': stack.productUrl,
    pk_your_key: key,
    sk_your_secret: secret,
  });
  if (output === undefined) {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const folder = await buildGuide(name, keysOf(await addPartner(stack, url)));
    let stop = await startServer(folder, 'start', port);
    const develop = async () => {
      await stop();
      stop = await startServer(folder, 'dev', port);
    };
    return { url: `${url}/`, develop, stop: () => stop() };
  }
  const folder = join(await buildGuide(name, keysOf(hosts.partnerKey)), output);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const headers = { 'content-type': types[extname(file)] ?? 'text/plain' };
    const page = { html: await readFile(file, 'utf8'), headers };
    hosts.serve(file.slice(folder.length), page);
    if (file === join(folder, 'index.html')) hosts.serve('/', page);
  }
  const nothing = () => Promise.resolve();
  return { url: `${hosts.partner}/`, develop: nothing, stop: nothing };
}

/** Starts Next on a port, and waits until it answers. @returns what ends it */
async function startServer(folder: string, command: string, port: number): Promise<() => Promise<void>> {
  const server = spawn(join(folder, 'node_modules/.bin/next'), [command, '-p', String(port), '-H', '127.0.0.1'], {
    cwd: folder,
    env: projectEnvironment(folder),
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
    await ended;
  };
  const until = Date.now() + 60_000;
  for (;;) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return stop;
    if (Date.now() > until || server.exitCode !== null) {
      await stop();
      throw new Error(`next ${command} did not answer in ${folder}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
