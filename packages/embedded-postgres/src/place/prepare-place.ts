import { access, chmod, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ServerUser, chooseServerUser } from '../server-user.ts';
import { type Installation, type Place, findBinaries, program } from '../place.ts';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { linkLibraries, copyInstallation } from './copy-installation.ts';

/**
 * Whether the account may pass through the directory and everything above it. Parts that do not exist yet are skipped.
 */
async function canEnter(directory: string, user: ServerUser): Promise<boolean> {
  const existing = await nearestExisting(directory);
  for (let current = await realpath(existing); ; current = dirname(current)) {
    if (!mayPass(await stat(current), user)) return false;
    if (dirname(current) === current) return true;
  }
}

async function nearestExisting(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? nearestExisting(dirname(path)) : path;
}

function mayPass(entry: { mode: number; uid: number; gid: number }, user: ServerUser): boolean {
  if (entry.uid === user.uid) return (entry.mode & 0o100) !== 0;
  if (entry.gid === user.gid) return (entry.mode & 0o010) !== 0;
  return (entry.mode & 0o001) !== 0;
}

const reachableRoots = ['/var/lib/causeway', '/srv/causeway', '/opt/causeway'];

/**
 * Decides where the cluster and the binaries are and under which account they run. A root process runs the server as
 * another account, which often cannot enter root's folders: then the binaries are copied, and the cluster created,
 * where it can.
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
  // Stored, because the folder may become accessible later and the data must not seem lost then.
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
      // Read-only or absent here: try the next one.
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
