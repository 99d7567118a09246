import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '@causeway/embedded-postgres/remove-embedded-postgres';
import { findFreePort } from '@causeway/testing/free-port';
import { startProcess, type StartedProcess } from '@causeway/testing/start-process';

const script = 'scripts/start.mjs';
const portNames = ['PORT', 'SANDBOX_PORT', 'PARTNER_DEMO_PORT', 'SANDBOX_SMTP_PORT'] as const;
const settingName = /^([A-Z_]+)=/gm;

/** A data directory and ports for one installation; it may be started many times. */
export interface Installation {
  dataDirectory: string;
  ports: Record<(typeof portNames)[number], number>;
  remove: () => Promise<void>;
}

export async function makeInstallation(): Promise<Installation> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-start-'));
  await chmod(dataDirectory, 0o755);
  const remove = async () => {
    await removeEmbeddedPostgres(join(dataDirectory, 'postgres'));
    await rm(dataDirectory, { recursive: true, force: true });
  };
  const ports = { PORT: 0, SANDBOX_PORT: 0, PARTNER_DEMO_PORT: 0, SANDBOX_SMTP_PORT: 0 };
  for (const name of portNames) ports[name] = await findFreePort();
  return { dataDirectory, ports, remove };
}

/** Starts it by npm, where npm runs these tests, as a person does. */
export async function npmStart(installation: Installation): Promise<StartedProcess> {
  const npm = process.env['npm_execpath'];
  const [entry, parameters] = npm?.endsWith('.js') ? [npm, ['start']] : [script, []];
  return startProcess({ name: 'npm start', entry, parameters, env: await environmentOf(installation) });
}

/** Starts it without npm, with settings on top. */
export async function start(
  installation: Installation,
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedProcess> {
  return startProcess({
    name: 'start',
    entry: script,
    env: { ...(await environmentOf(installation)), ...settings },
  });
}

/** Processes of an installation, wherever they are in the tree: each is given its data directory. Linux only. */
export async function findProcesses({ dataDirectory }: Installation): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '');
    const command = await read('cmdline');
    // One that has ended and waits for its parent has no command any more.
    if (command === '' || !`${command}${await read('environ')}`.includes(dataDirectory)) continue;
    found.push(command.replaceAll('\0', ' ').trim());
  }
  return found;
}

/** Those of its ports that something listens on. */
export async function findTakenPorts({ ports }: Installation): Promise<string[]> {
  const taken: string[] = [];
  for (const name of portNames) {
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen({ port: ports[name], host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
    });
    if (!isFree) taken.push(name);
  }
  return taken;
}

/** Every setting that .env could hold has its default, so that a developer's own file has no effect. */
async function environmentOf({ dataDirectory, ports }: Installation): Promise<Record<string, string>> {
  const known = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
  const unset = [...known.matchAll(settingName)].map(([, name = '']) => [name, '']);
  return {
    ...Object.fromEntries(unset),
    ...Object.fromEntries(portNames.map((name) => [name, String(ports[name])])),
    DATA_DIR: dataDirectory,
  };
}
