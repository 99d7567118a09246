import { spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Place, program } from './place.ts';
import { passToOwner } from './server-user.ts';
import { readPostmaster } from './postmaster.ts';
import { launchOptions } from './run-program.ts';

const readyWithinMs = 120_000;
const logBytesKept = 10_000_000;

/** What the server is started with. */
export interface ServerSettings {
  readonly port: number;
  readonly fsync: boolean;
  readonly maxConnections: number;
}

/**
 * Starts the server in a session of its own, so that Ctrl-C in the terminal reaches us and not the database.
 *
 * @returns undefined when it accepts connections, else its last error message
 */
export async function launchServer(place: Place, settings: ServerSettings): Promise<string | undefined> {
  const logPath = join(place.dataDirectory, 'server.log');
  if (((await stat(logPath).catch(() => undefined))?.size ?? 0) > logBytesKept) await rename(logPath, `${logPath}.old`);
  const log = await open(logPath, 'a', 0o600);
  await passToOwner(place.dataDirectory, logPath);
  const { size } = await log.stat();
  const child = spawn(
    program(place.installation, 'postgres'),
    ['-D', place.cluster, ...asParameters(place, settings)],
    {
      ...launchOptions(place),
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    },
  );
  let ended: string | undefined;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, signal) => (ended ??= `postgres ended with ${signal ?? code}`));
  await log.close();
  for (const deadline = Date.now() + readyWithinMs; Date.now() < deadline; await sleep(5)) {
    if (ended !== undefined) return (await lastError(logPath, size)) ?? ended;
    const postmaster = await readPostmaster(place);
    if (postmaster?.pid !== child.pid || postmaster?.status !== 'ready') continue;
    child.unref();
    return undefined;
  }
  child.kill('SIGKILL');
  return `not ready within ${readyWithinMs / 1000} s`;
}

function asParameters(place: Place, settings: ServerSettings): string[] {
  const durable = settings.fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const values = {
    listen_addresses: '127.0.0.1',
    port: String(settings.port),
    unix_socket_directories: hasSocket(place, settings) ? place.cluster : '',
    max_connections: String(settings.maxConnections),
    ...durable,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The system's limit for the path of a socket, without the socket's own name. */
const longestDirectory = 80;

/**
 * Whether a server also listens on a socket in its cluster: one whose data may be lost, as in tests, where a statement
 * over it costs a third less. A server that keeps its data has none: its port is its only door.
 */
function hasSocket({ cluster }: Place, { fsync }: ServerSettings): boolean {
  return !fsync && process.platform !== 'win32' && cluster.length <= longestDirectory;
}

/** The directory of a running server's socket, if it has one. */
export async function findSocket({ cluster }: Place, port: number): Promise<string | undefined> {
  const found = await stat(join(cluster, `.s.PGSQL.${port}`)).catch(() => undefined);
  return found === undefined ? undefined : cluster;
}

async function lastError(logPath: string, offset: number): Promise<string | undefined> {
  const written = (await readFile(logPath)).subarray(offset).toString('utf8').split('\n');
  const line =
    written.find((text) => /could not bind|Address already in use/.test(text)) ??
    written.findLast((text) => /FATAL|PANIC|error/.test(text));
  return line?.replace(/^.*?(?:FATAL|PANIC|LOG|ERROR):\s*/, '');
}
