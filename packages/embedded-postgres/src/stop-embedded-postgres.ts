import { stat } from 'node:fs/promises';

import { hasOwners, holdLock } from './hold-lock.ts';
import { preparePlace } from './place/prepare-place.ts';
import { stopServer } from './postmaster.ts';

/** Stops the server that a killed process left behind. Does nothing when none runs or a living process uses it. */
export async function stopEmbeddedPostgres(dataDirectory: string): Promise<void> {
  if ((await stat(dataDirectory).catch(() => undefined)) === undefined) return;
  const place = await preparePlace(dataDirectory, () => {});
  const release = await holdLock(place.dataDirectory);
  try {
    if (!(await hasOwners(place))) await stopServer(place);
  } finally {
    await release();
  }
}
