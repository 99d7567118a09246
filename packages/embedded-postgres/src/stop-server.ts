import { setTimeout as sleep } from 'node:timers/promises';

import type { Place } from './place.ts';
import { isAlive, readPostmaster } from './postmaster-file.ts';
import { runProgram } from './run-program.ts';

/** Shuts the cluster's server down: fast, then immediately, then by force. Does nothing when none runs. */
export async function stopServer(place: Place): Promise<void> {
  const postmaster = await readPostmaster(place);
  if (postmaster === undefined) return;
  for (const [mode, seconds] of [
    ['fast', '20'],
    ['immediate', '5'],
  ] as const) {
    try {
      await runProgram(place, 'pg_ctl', [
        'stop',
        '--pgdata',
        place.cluster,
        '--mode',
        mode,
        '--timeout',
        seconds,
        '--wait',
        '--silent',
      ]);
      return;
    } catch (error) {
      if (!isAlive(postmaster.pid)) return;
      place.log(`The database did not stop (${mode}): ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  process.kill(postmaster.pid, 'SIGKILL');
  while (isAlive(postmaster.pid)) await sleep(10);
}
