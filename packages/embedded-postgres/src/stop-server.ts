import { setTimeout as sleep } from 'node:timers/promises';

import type { Place } from './place.ts';
import { isAlive, readPostmaster } from './postmaster-file.ts';
import { runProgram } from './run-program.ts';

/** How long each way of stopping may take, politest first. */
export type Patience = readonly (readonly [mode: 'fast' | 'immediate', seconds: number])[];

const forHealthy: Patience = [
  ['fast', 20],
  ['immediate', 5],
];

/** For a server that does not answer: what it has in hand is recovered from its log at the next start. */
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
