import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 120_000;

/**
 * Makes starting and stopping one database exclusive between processes. The lock is a listening local socket, so the kernel
 * frees it when its holder is killed.
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
