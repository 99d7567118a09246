import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Place, majorVersion } from './place.ts';
import { passToOwner } from './server-user.ts';
import { runProgram } from './run-program.ts';

const unfinished = 'initialising-';

/**
 * Makes sure the cluster exists and fits the binaries. It is built under another name and renamed when complete, so
 * what a killed first start leaves behind is never used.
 *
 * @returns the superuser's password
 */
export async function createCluster(place: Place, fsync: boolean): Promise<string> {
  for (const name of await readdir(place.home)) {
    if (!name.startsWith(unfinished)) continue;
    place.log('Removing a database that was never finished');
    await rm(join(place.home, name), { recursive: true, force: true, maxRetries: 10 });
  }
  const version = await readVersion(place);
  if (version === undefined) return initialise(place, fsync);
  if (version !== majorVersion(place.installation)) {
    throw new Error(
      `the database in ${place.cluster} was made by PostgreSQL ${version} and this is PostgreSQL ${majorVersion(place.installation)}: ` +
        `move it over with pg_dump of version ${version}, or set DATABASE_URL to a server of that version`,
    );
  }
  return readPassword(place);
}

async function initialise(place: Place, fsync: boolean): Promise<string> {
  place.log(`Creating the database in ${place.home}`);
  const password = randomBytes(24).toString('base64url');
  const building = join(place.home, `${unfinished}${randomBytes(6).toString('hex')}`);
  const passwordForInitdb = `${building}.password`;
  await mkdir(building, { mode: 0o700 });
  await writeFile(passwordForInitdb, password, { mode: 0o600 });
  if (place.user !== undefined) {
    await chown(building, place.user.uid, place.user.gid);
    await chown(passwordForInitdb, place.user.uid, place.user.gid);
  }
  await runProgram(place, 'initdb', [
    `--pgdata=${building}`,
    '--username=causeway',
    `--pwfile=${passwordForInitdb}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--set=timezone=UTC',
    '--set=log_timezone=UTC',
    // The password is random and long: more rounds would only slow every connection down.
    '--set=scram_iterations=64',
    '--no-instructions',
    ...(fsync ? [] : ['--no-sync']),
  ]);
  await rm(passwordForInitdb);
  await writeFile(passwordPath(place), password, { mode: 0o600 });
  await passToOwner(place.dataDirectory, passwordPath(place));
  await rename(building, place.cluster);
  return password;
}

async function readVersion(place: Place): Promise<string | undefined> {
  try {
    return (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`the database in ${place.cluster} belongs to another user: start as that user or as root`, {
      cause: error,
    });
  }
}

async function readPassword(place: Place): Promise<string> {
  const password = await readFile(passwordPath(place), 'utf8').catch(() => '');
  if (password === '') throw new Error(`the password of the database cannot be read: ${passwordPath(place)}`);
  return password;
}

function passwordPath(place: Place): string {
  return join(place.dataDirectory, 'password');
}
