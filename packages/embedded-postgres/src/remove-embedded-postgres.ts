import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { holdLock } from './hold-lock.ts';
import { preparePlace } from './place/prepare-place.ts';
import { stopServer } from './postmaster.ts';

/**
 * Stops the server of a data directory, even when other processes use it, and deletes the directory and all its data.
 * For tests.
 */
export async function removeEmbeddedPostgres(dataDirectory: string): Promise<void> {
  const place = await preparePlace(dataDirectory, () => {});
  const release = await holdLock(place.dataDirectory);
  try {
    await stopServer(place);
    await rm(dirname(place.cluster), { recursive: true, force: true, maxRetries: 10 });
    await rm(place.dataDirectory, { recursive: true, force: true, maxRetries: 10 });
  } finally {
    await release();
  }
}
