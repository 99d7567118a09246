import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Place } from './place.ts';

/** What a running server writes about itself into its cluster. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: 'starting' | 'ready' | 'stopping' | 'unknown';
}

/**
 * Reads `postmaster.pid` and returns the server only when that process lives and serves this cluster. A file that names a
 * process which is something else by now is removed: PostgreSQL would refuse to start over it.
 */
export async function readPostmaster(place: Place): Promise<Postmaster | undefined> {
  const path = join(place.cluster, 'postmaster.pid');
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  if (!(await serves(pid, place.cluster))) {
    await rm(path, { force: true });
    return undefined;
  }
  return { pid, port: Number(lines[3]), status: parseStatus(lines[7]) };
}

/** Whether a process of this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function parseStatus(text: string | undefined): Postmaster['status'] {
  const status = text?.trim();
  return status === 'ready' || status === 'starting' || status === 'stopping' ? status : 'unknown';
}

async function serves(pid: number, cluster: string): Promise<boolean> {
  // Windows has neither; there PostgreSQL's own check of the file decides.
  if (process.platform === 'win32') return true;
  const command =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : await commandOf(pid);
  return command.includes(cluster);
}

async function commandOf(pid: number): Promise<string> {
  return new Promise((resolve) => {
    execFile('ps', ['-ww', '-o', 'command=', '-p', String(pid)], (_error, stdout) => resolve(stdout));
  });
}
