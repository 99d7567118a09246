import { setTimeout as sleep } from 'node:timers/promises';

import { ask } from './ensure-database.ts';
import type { Place } from './place.ts';
import { readPostmaster } from './postmaster-file.ts';
import { forHung, stopServer } from './stop-server.ts';

const settleWithinMs = 60_000;

/**
 * Looks for a server that already runs on this cluster: another process uses it, or its parent was killed. A healthy one is
 * kept; one that does not answer is stopped.
 *
 * @returns its port, or undefined when a server has to be started
 */
export async function adoptServer(place: Place, password: string): Promise<number | undefined> {
  for (const deadline = Date.now() + settleWithinMs; Date.now() < deadline; await sleep(25)) {
    const postmaster = await readPostmaster(place);
    if (postmaster === undefined) return undefined;
    if (postmaster.status !== 'ready') continue;
    if (await answers(postmaster.port, password)) return postmaster.port;
    break;
  }
  place.log('A database server was left running and does not answer: stopping it');
  await stopServer(place, forHung);
  return undefined;
}

async function answers(port: number, password: string): Promise<boolean> {
  return ask(port, password, 'postgres', 'select 1').then(
    () => true,
    () => false,
  );
}
