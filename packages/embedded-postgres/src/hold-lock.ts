import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { type Server, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { passToOwner } from './server-user.ts';
import type { Place } from './place.ts';
import { isAlive } from './postmaster.ts';

const patienceMs = 120_000;

/**
 * Makes starting and stopping one database exclusive between processes. The lock is a listening local socket, so the
 * kernel frees it when its holder is killed.
 *
 * @returns the function that lets go
 */
export async function holdLock(directory: string): Promise<() => Promise<void>> {
  const address = socketAddress(directory);
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(25)) {
    const server = await tryListen(address);
    if (server !== undefined) return () => new Promise((resolve) => server.close(() => resolve()));
    if (address.startsWith('/') && !(await answers(address))) await rm(address, { force: true });
  }
  throw new Error(
    `another process has been starting or stopping the database in ${directory} for ${patienceMs / 1000} s`,
  );
}

function socketAddress(directory: string): string {
  const name = `causeway-postgres-${createHash('sha256').update(directory).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

async function tryListen(address: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

async function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Records that this process uses the server, so that another one does not stop it. @returns the record's path */
export async function addOwner(place: Place): Promise<string> {
  const directory = join(place.dataDirectory, 'owners');
  await mkdir(directory, { recursive: true });
  const record = join(directory, `${process.pid}-${randomBytes(4).toString('hex')}`);
  await writeFile(record, '');
  await passToOwner(place.dataDirectory, directory);
  await passToOwner(place.dataDirectory, record);
  return record;
}

/** Whether a living process still uses the server. Records of ended ones are removed. */
export async function hasOwners(place: Place): Promise<boolean> {
  const directory = join(place.dataDirectory, 'owners');
  let living = false;
  for (const name of await readdir(directory).catch(() => [])) {
    if (isAlive(Number(name.split('-')[0]))) living = true;
    else await rm(join(directory, name), { force: true });
  }
  return living;
}

/** Removes all records: a server that was not running had no users, even if process ids were reused since. */
export async function clearOwners(place: Place): Promise<void> {
  await rm(join(place.dataDirectory, 'owners'), { recursive: true, force: true });
}
