import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { canEnter } from './can-enter.ts';
import { copyInstallation } from './copy-installation.ts';
import { findBinaries, program } from './find-binaries.ts';
import type { Installation } from './find-binaries.ts';
import { linkLibraries } from './link-libraries.ts';
import type { Place } from './place.ts';
import { chooseServerUser } from './server-user.ts';
import type { ServerUser } from './server-user.ts';

const reachableRoots = ['/var/lib/causeway', '/srv/causeway', '/opt/causeway'];

/**
 * Decides where the cluster and the binaries lie and under which account they run. A root process runs the server as another
 * account, which often cannot enter root's folders: then the binaries are copied, and the cluster created, where it can.
 */
export async function preparePlace(directory: string, log: (line: string) => void): Promise<Place> {
  await mkdir(directory, { recursive: true });
  const dataDirectory = await realpath(directory);
  await access(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new Error(`the database in ${dataDirectory} belongs to another user: start as that user or as root`, {
      cause: error,
    });
  });
  const remembered = await readLine(join(dataDirectory, 'location'));
  const user = await chooseServerUser(join(remembered ?? dataDirectory, 'cluster'));
  const home = remembered ?? (await chooseHome(dataDirectory, user, log));
  const installation = await prepareInstallation(await findBinaries(), dataDirectory, user, log);
  return { dataDirectory, home, cluster: join(home, 'cluster'), installation, user, log };
}

async function chooseHome(
  dataDirectory: string,
  user: ServerUser | undefined,
  log: (line: string) => void,
): Promise<string> {
  if (user === undefined || (await canEnter(dataDirectory, user))) return dataDirectory;
  const hash = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16);
  const home = join(await reachableRoot(user), hash);
  await mkdir(home, { recursive: true });
  await chmod(home, 0o755);
  // Remembered, because the folder may become enterable later and the data must not seem lost then.
  await writeFile(join(dataDirectory, 'location'), `${home}\n`);
  log(`PostgreSQL runs as "${user.name}", which cannot enter ${dataDirectory}: the database lives in ${home}`);
  return home;
}

async function prepareInstallation(
  found: Installation,
  dataDirectory: string,
  user: ServerUser | undefined,
  log: (line: string) => void,
): Promise<Installation> {
  const linked = await linkLibraries(found.root);
  if (linked && (user === undefined || (await mayRun(found, user)))) return found;
  const parent = user === undefined ? dataDirectory : await reachableRoot(user);
  return copyInstallation(found, join(parent, `postgresql-${found.version}`), log);
}

async function mayRun(installation: Installation, user: ServerUser): Promise<boolean> {
  const directories = ['bin', 'lib', 'share'].map((name) => canEnter(join(installation.root, name), user));
  const files = canEnter(program(installation, 'postgres'), user);
  return (await Promise.all([...directories, files])).every(Boolean);
}

async function reachableRoot(user: ServerUser): Promise<string> {
  for (const root of reachableRoots) {
    try {
      await mkdir(root, { recursive: true, mode: 0o755 });
      await chmod(root, 0o755);
      if (await canEnter(root, user)) return root;
    } catch {
      // Read-only or absent here: the next one.
    }
  }
  throw new Error(
    `the account "${user.name}" can enter none of ${reachableRoots.join(', ')}: start as another user or set DATABASE_URL`,
  );
}

async function readLine(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.trim() === '' ? undefined : text.trim();
}
