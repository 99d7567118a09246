import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { adoptServer, ensureDatabase } from './adopt-server.ts';
import { createCluster } from './create-cluster.ts';
import { addOwner, clearOwners, hasOwners, holdLock } from './hold-lock.ts';
import { type ServerSettings, findSocket, launchServer } from './launch-server.ts';
import type { Place } from './place.ts';
import { preparePlace } from './place/prepare-place.ts';
import { stopServer } from './postmaster.ts';
import { choosePort, isPortFree } from './place/free-port.ts';

/** What to start. */
export interface EmbeddedPostgresOptions {
  /** Where everything of this database is kept; made when it does not exist. */
  readonly dataDirectory: string;
  /** Off only where the data may be lost, as in tests. Default true. */
  readonly fsync?: boolean;
  /**
   * The port to listen on when a server has to be started. Default: a free one, the same at every start while it stays
   * free.
   */
  readonly port?: number;
  /** Default 100. */
  readonly maxConnections?: number;
  /** Receives one line about each slow or unusual event. */
  readonly log?: (line: string) => void;
}

/** A running database. */
export interface EmbeddedPostgres {
  /**
   * Connection string with the password in it, for example `postgres://causeway:…@127.0.0.1:41234/causeway`. Without
   * fsync it also names the directory of the server's socket (`?host=…`), which clients prefer to the address.
   */
  readonly url: string;
  readonly port: number;
  /** Ends this owner's use; the server shuts down when no other process uses it. */
  readonly stop: () => Promise<void>;
}

const attempts = 5;

/**
 * Starts PostgreSQL from the binaries that npm installed, or joins the server that already runs on this data directory.
 * It survives what a killed predecessor left behind: a half-made cluster, a stale pid file, a server without a parent.
 *
 * @throws Error with one line for a person, for example about data of another major version
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = await preparePlace(options.dataDirectory, options.log ?? (() => {}));
  const release = await holdLock(place.dataDirectory);
  try {
    const fsync = options.fsync ?? true;
    const password = await createCluster(place, fsync);
    const adopted = await adoptServer(place, password);
    const port =
      adopted ?? (await startServer(place, { fsync, maxConnections: options.maxConnections ?? 100 }, options.port));
    await ensureDatabase(port, password);
    const stop = makeStop(place, await addOwner(place));
    const socket = await findSocket(place, port);
    const query = socket === undefined ? '' : `?host=${encodeURIComponent(socket)}`;
    return { url: `postgres://causeway:${password}@127.0.0.1:${port}/causeway${query}`, port, stop };
  } finally {
    await release();
  }
}

async function startServer(
  place: Place,
  settings: Omit<ServerSettings, 'port'>,
  wanted: number | undefined,
): Promise<number> {
  if (wanted !== undefined && !(await isPortFree(wanted)))
    throw new Error(`the port ${wanted} for the database is taken`);
  await clearOwners(place);
  let failure: string | undefined;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const port = wanted ?? (await choosePort(place));
    failure = await launchServer(place, { ...settings, port });
    if (failure === undefined) return port;
    // The memory of a killed server stays in use until the last of its processes has ended.
    if (/shared memory block/.test(failure)) await sleep(500 * attempt);
    else if (!/could not bind|in use/.test(failure)) break;
  }
  throw new Error(
    `the database in ${place.dataDirectory} does not start: ${failure} (more in ${join(place.dataDirectory, 'server.log')})`,
  );
}

function makeStop(place: Place, note: string): EmbeddedPostgres['stop'] {
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    const release = await holdLock(place.dataDirectory);
    try {
      await rm(note, { force: true });
      if (!(await hasOwners(place))) await stopServer(place);
    } finally {
      await release();
    }
  };
  return () => (stopping ??= stop());
}
