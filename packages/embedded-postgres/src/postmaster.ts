import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from './place.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from './run-program.ts';

/** What a running server writes about itself into its cluster. */
interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: 'starting' | 'ready' | 'stopping' | 'unknown';
}

/**
 * Reads `postmaster.pid` and returns the server only when that process lives and serves this cluster. A file whose
 * process id now belongs to another program is removed: PostgreSQL would refuse to start with it.
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

/** Whether a process of this id exists, of any account. */
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

/** How long each method of stopping may take, the gentlest first. */
type Patience = readonly (readonly [mode: 'fast' | 'immediate', seconds: number])[];

const forHealthy: Patience = [
  ['fast', 20],
  ['immediate', 5],
];

/** For a server that does not answer: unfinished work is recovered from its log at the next start. */
export const forHung: Patience = [['immediate', 3]];

/** Shuts the cluster's server down, in the end by force. Does nothing when none runs. */
export async function stopServer(place: Place, patience: Patience = forHealthy): Promise<void> {
  const postmaster = await readPostmaster(place);
  if (postmaster === undefined) return;
  for (const [mode, seconds] of patience) {
    try {
      await runProgram(place, 'pg_ctl', ['stop', '-D', place.cluster, '-m', mode, '-t', String(seconds), '-w', '-s']);
      return;
    } catch {
      if (!isAlive(postmaster.pid)) return;
    }
  }
  place.log('The database server did not stop: killing it');
  process.kill(postmaster.pid, 'SIGKILL');
  while ((await readPostmaster(place)) !== undefined) await sleep(10);
}
